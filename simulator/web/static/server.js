// Talking to the lab: one stream of answers, and small questions.

const NAME = "page-" + [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");

/** Return the data at an address; throws an Error with the server's sentence. */
export async function get(path) {
  return read(await fetch(path, { credentials: "same-origin" }));
}

/** Send data and return the answer with its status; throws an Error with the server's sentence, unless it is 422. */
export async function post(path, data) {
  const body = JSON.stringify({ page: NAME, ...data });
  return read(await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body, credentials: "same-origin" }));
}

async function read(answer) {
  let data;
  try { data = await answer.json(); } catch { data = { sentence: "The lab did not answer." }; }
  if (answer.ok) return data;
  if (answer.status === 422) return { problem: data };
  throw new Error(data.sentence || "The lab did not answer.");
}

/** The page's stream: opened while the page is visible, opened again by the browser after a break. */
export class Stream {
  /** @param {(message: object) => void} take @param {(state: "open" | "lost" | "closed") => void} says */
  constructor(take, says) {
    this.take = take;
    this.says = says;
    this.source = null;
    this.ended = false;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", () => this.open());
    this.open();
  }

  open() {
    if (this.source || document.hidden) return;
    this.source = new EventSource("/api/stream?page=" + NAME);
    this.source.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.kind === "hello") { this.ended = false; this.says("open"); }
      if (message.kind === "closing") { this.ended = true; this.says("closed"); } else this.take(message);
    };
    this.source.onerror = () => {
      const gone = this.source && this.source.readyState === EventSource.CLOSED;
      if (this.ended || gone) this.says("closed");
      else this.says("lost");
      if (gone) this.source = null;
    };
  }

  close() {
    if (this.source) this.source.close();
    this.source = null;
  }
}
