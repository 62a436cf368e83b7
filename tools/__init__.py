"""The parts of build.py, one noun a file. `environment` alone runs on a bare Python."""
