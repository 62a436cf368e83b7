"""How every browser test, `build.py ask` and the benchmarks start their browser.

Read with runpy, since Playwright for Python has no configuration file of its own.
"""

import os

HEADLESS = os.environ.get("UNDERSTORY_HEADED") is None

ARGUMENTS = [
    # CI runs as root in a container, where Chromium's sandbox cannot start.
    "--no-sandbox",
    "--disable-gpu",
    # The browser itself stays off the network, so that what is seen there is the page's doing.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Containers give /dev/shm 64 MB; the site's WASM heaps need more.
    "--disable-dev-shm-usage",
]

# WebGPU on the processor: right, but slow. For tests of correctness.
SOFTWARE_WEBGPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"]

# Milliseconds an expectation or navigation may take on a small, busy machine.
TIMEOUT = 60_000
