"""What the code graph is held against: cases made by hand, other tools' answers, and programs as they run."""
