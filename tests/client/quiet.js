// Laid into every page of the browser tests: it knows what the page still waits for, so that no test guesses how long.
(() => {
  const SOON = 300; // Timers up to this long (milliseconds) belong to what was just done.
  const PATIENCE = 90_000;
  const asked = new Map(); // Questions to the server without an answer yet.
  const timers = new Set();
  let files = 0;
  let states = 0; // Positions that came over the present connection.

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...words) {
      super(...words);
      asked.clear();
      states = 0;
      this.addEventListener("message", (event) => {
        const { re, type } = JSON.parse(event.data);
        asked.delete(re);
        if (type === "state" || type === "changes") states += 1;
      });
      this.addEventListener("close", () => asked.clear());
    }
    send(text) {
      const { id, type } = JSON.parse(text);
      // A bot thinks about a hint for as long as it likes.
      if (id && type !== "hint") asked.set(id, type);
      super.send(text);
    }
  };

  const later = window.setTimeout.bind(window);
  const never = window.clearTimeout.bind(window);
  window.setTimeout = (deed, after = 0, ...words) => {
    const timer = later(() => {
      timers.delete(timer);
      deed(...words);
    }, after);
    if (after <= SOON) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    never(timer);
  };

  const counted = (promise) => {
    files += 1;
    return promise.finally(() => (files -= 1));
  };
  const fetched = window.fetch.bind(window);
  window.fetch = (...words) => counted(fetched(...words));
  for (const name of ["json", "text"]) {
    const read = Response.prototype[name];
    Response.prototype[name] = function () {
      return counted(read.call(this));
    };
  }

  const task = () => new Promise((done) => later(done, 0));
  const idle = () => !asked.size && !files && !timers.size;

  /** Wait for the next frame: only then does the page know of a change in its own size. */
  window.drawn = () => new Promise((done) => requestAnimationFrame(() => later(done, 0)));

  /** Wait until nothing is on the way, pressing what matches a selector; says how many positions have come. */
  window.quiet = async (covers = "") => {
    const until = performance.now() + PATIENCE;
    for (let calm = 0; calm < 2; calm = idle() ? calm + 1 : 0) {
      if (performance.now() > until) throw new Error(`waits for ${[...asked.values()]}, ${files} files, ${timers.size} timers`);
      const cover = covers && document.querySelector(covers);
      if (cover) cover.click();
      await task();
      if (cover) calm = -1;
    }
    return states;
  };
})();
