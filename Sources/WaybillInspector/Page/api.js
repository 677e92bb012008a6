// Asks the service. Answers are kept by their ETags; the token stays in this tab.

const KEPT = 80;
const PAGE = 100;
/** @type {Map<string, {etag: string, body: any}>} */
const kept = new Map();
let askForToken = async () => null;
let asking = null;

/** A request that did not give what was asked for. `status` is 0 if nobody answered. */
class Failure extends Error {
  constructor(status, message, title) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

/** Sets how the page asks for a token: a function from a reason to a promise, resolved after a token was set. */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

const store = {
  get token() {
    try {
      return sessionStorage.getItem("waybill-token") ?? memory;
    } catch {
      return memory;
    }
  },
  set token(value) {
    memory = value;
    try {
      value ? sessionStorage.setItem("waybill-token", value) : sessionStorage.removeItem("waybill-token");
    } catch {
      /* private mode */
    }
  },
};
let memory = null;

export const setToken = (value) => {
  store.token = value;
  kept.clear();
};

/**
 * Returns the JSON of an address below `api/`. The same object is returned while the service says that nothing changed.
 * @param {string} address
 * @param {Record<string, any>} [query] Values that are null or empty are left out; lists are repeated.
 * @param {AbortSignal} [signal]
 */
export async function ask(address, query = {}, signal) {
  for (;;) {
    const used = store.token;
    const response = await request(target(address, query), used, signal);
    if (response.status !== 401) return response.body;
    await token(used);
  }
}

/**
 * Returns the first `most` rows of a list that is answered in pages, with the first answer. The answer is the same object
 * as before if nothing changed.
 */
export async function askRows(address, query, key, most) {
  const page = (offset) => ask(address, { ...query, offset, limit: Math.min(most - offset, PAGE) });
  const answer = await page(0);
  const rows = [...answer[key]];
  while (rows.length < Math.min(most, answer.total)) {
    const next = (await page(rows.length))[key];
    if (!next.length) break;
    rows.push(...next);
  }
  return { answer, rows };
}

/** One dialog serves all requests that need a token; a request that was sent before the token changed is sent again. */
async function token(used) {
  if (store.token !== used) return;
  asking ??= askForToken(used ? "The token is not valid, or no longer." : null).finally(() => (asking = null));
  await asking;
}

function target(address, query) {
  const fields = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item != null && item !== "") fields.append(key, String(item));
  }
  const text = fields.toString();
  return `./api/${address}${text ? `?${text}` : ""}`;
}

async function request(url, bearer, signal) {
  const known = kept.get(url);
  const headers = { Accept: "application/json" };
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  if (known) headers["If-None-Match"] = known.etag;
  const response = await send(url, { headers, signal, cache: "no-store", credentials: "same-origin" });
  if (response.status === 304 && known) {
    keep(url, known);
    return { status: 200, body: known.body };
  }
  if (response.status === 401) return { status: 401 };
  const body = await json(response);
  if (!response.ok)
    throw new Failure(
      response.status,
      body?.error?.message ?? `The service answered ${response.status}.`,
      titles[response.status],
    );
  if (response.headers.get("ETag")) keep(url, { etag: response.headers.get("ETag"), body });
  return { status: 200, body };
}

const titles = {
  400: "This is not a valid request",
  403: "No access",
  404: "Not found",
  414: "This name is too long for a URL",
  431: "This name is too long for a URL",
};

async function send(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(0, "The service does not answer.", "No connection");
  }
}

/** A proxy that answers for a service that is down sends no JSON. */
async function json(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (response.ok) throw new Failure(0, "The answer is not JSON.", "No connection");
    return null;
  }
}

function keep(url, answer) {
  kept.delete(url);
  kept.set(url, answer);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
}

/** Whether the failure says that the service is away, and may return. */
export const isAway = (error) => error instanceof Failure && (error.status === 0 || error.status >= 502);
export const isAborted = (error) => error?.name === "AbortError";
