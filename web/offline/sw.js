// The service worker: the page opens without the server once it was opened with it, with the games and maps it has seen.
// The build puts the names of its files here.
/* eslint-disable no-undef */
const FILES = __FILES__;
const SHELL = `bridgehead-${__STAMP__}`;
/* eslint-enable no-undef */
const SEEN = "bridgehead-seen";
/** What the server says of games: never of a match. */
const PUBLIC = /^\/api\/(games|bots|server)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.addAll(["/", ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => /^bridgehead-\d/.test(name) && name !== SHELL).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else if (FILES.includes(url.pathname)) event.respondWith(kept(request, SHELL));
  else if (PUBLIC.test(url.pathname))
    event.respondWith(url.searchParams.has("v") ? kept(request, SEEN) : fresh(request));
});

/** What never changes under its address: from the cache if it is there. */
async function kept(request, name) {
  return (await caches.match(request)) ?? remember(request, name, await fetch(request));
}

/** What may change: from the server if it answers, else as it was last seen. */
async function fresh(request) {
  try {
    return await remember(request, SEEN, await fetch(request));
  } catch (problem) {
    const seen = await caches.match(request);
    if (seen) return seen;
    throw problem;
  }
}

async function remember(request, name, response) {
  if (response.ok) await (await caches.open(name)).put(request, response.clone());
  return response;
}
