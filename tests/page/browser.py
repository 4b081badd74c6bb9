"""A headless Chromium, driven through its debugging pipe (no package beyond Python's own library).

    with Browser() as browser:
        page = browser.open("report.html")
        page.key("ArrowDown"); page.value("document.title"); page.errors; page.screenshot("out.png")
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_browser():
    for name in (os.environ.get("HEDDLE_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    def __init__(self, width=1280, height=800, dark=False):
        self.size = (width, height)
        self.dark = dark

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="heddle-browser-")
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()

        def descriptors():  # the browser reads from 3 and writes to 4
            low = (os.dup(to_browser), os.dup(from_browser))
            os.dup2(low[0], 3)
            os.dup2(low[1], 4)

        command = [find_browser(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                   "--disable-quic", "--no-first-run", "--disable-extensions", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                   "--hide-scrollbars", "--user-data-dir=" + self.folder, "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=descriptors, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.pages = {}
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.time()
            if left <= 0 or not select.select([self.inp], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.inp, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        page = self.pages.get(message.get("sessionId"))
        if "method" in message and page:
            page.heard(message["method"], message["params"])
        return message

    def call(self, method, params=None, session=None, seconds=60):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        deadline = time.time() + seconds
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]

    def open(self, path, fragment=""):
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = self.pages[session] = Page(self, session)
        page.load("file://" + os.path.abspath(path).replace("%", "%25").replace("#", "%23").replace("?", "%3F") + fragment)
        return page


KEYS = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Enter": 13, "Tab": 9}


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.errors, self.requests = [], []
        self.loaded = False
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        width, height = browser.size
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        if browser.dark:
            self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})

    def call(self, method, params=None, **more):
        return self.browser.call(method, params, self.session, **more)

    def heard(self, method, params):
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"].get("exception", {}).get("description") or
                               params["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.errors.append("dialog: " + params["message"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def load(self, address):
        self.loaded = False
        begin = time.time()
        self.call("Page.navigate", {"url": address})
        while not self.loaded:
            self.browser.receive(time.time() + 60)
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # painted
        self.seconds = time.time() - begin

    def value(self, expression):
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def key(self, name, times=1):
        event = {"key": name, "windowsVirtualKeyCode": KEYS.get(name, ord(name[0].upper()))}
        if len(name) == 1:
            event["text"] = name
        for _ in range(times):
            self.call("Input.dispatchKeyEvent", {"type": "keyDown", **event})
            self.call("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def click(self, selector):
        x, y = self.value("(() => { const r = document.querySelector(%s).getBoundingClientRect();"
                          " return [r.x + r.width / 2, r.y + Math.min(r.height / 2, 12)]; })()" % json.dumps(selector))
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    # Becomes true soon: a busy browser answers before it has handled a click.
    def soon(self, expression, seconds=5):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.value(expression):
                return True
            time.sleep(0.05)
        return False

    def text(self, selector="body"):
        return self.value("document.querySelector(%s).innerText" % json.dumps(selector))

    # Is the whole element in the window?
    def in_sight(self, selector):
        return self.value("""(() => { const e = document.querySelector(%s); if (!e) return false;
          const r = e.getBoundingClientRect(), x = r.x + Math.min(r.width, 60) / 2, y = r.y + r.height / 2;
          if (r.width === 0 || r.top < 0 || r.bottom > innerHeight || x > innerWidth) return false;
          const top = document.elementFromPoint(x, y); return top !== null && (e.contains(top) || top.contains(e)); })()"""
                          % json.dumps(selector))

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
