// Browsers start no worker on a page that was opened from a folder: there the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #waiting = [];

    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = url;
      script.onload = () => {
        this.postMessage = (data) => inside.dispatchEvent(new MessageEvent("message", { data }));
        this.#waiting.forEach(this.postMessage);
      };
      inside.document.body.append(script);
    }

    postMessage(data) {
      this.#waiting.push(data); // until the script is there
    }
  };
}
