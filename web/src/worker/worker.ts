/**
 * The service worker: caches the page's files and the responses for lessons and puzzles, which then work offline.
 * While the server is reachable, pages and responses always come from the server, so that nothing is out of date.
 */
import { policyFor } from "./cachePolicy";
import { pageOf, readMessage } from "./pushMessage";

/** The page's files and a version that depends on their contents; both are inserted by the build. */
declare const __FILES__: string[];
declare const __VERSION__: string;

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerPushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}
interface WorkerClickEvent extends WorkerEvent {
  readonly notification: { close(): void; readonly data: unknown };
}
interface WorkerWindow {
  readonly url: string;
  focus(): Promise<WorkerWindow>;
  navigate(url: string): Promise<WorkerWindow | null>;
}
interface Worker {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WorkerWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: { showNotification(title: string, options: object): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(kind: "push", listener: (event: WorkerPushEvent) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: WorkerClickEvent) => void): void;
}
const worker = self as unknown as Worker;

const PAGE = `skep page ${__VERSION__}`;
const RESPONSES = `skep responses ${__VERSION__}`;
const FILES = new Set(__FILES__);
/** The number of responses cached, of a few kilobytes each. */
const MAX_RESPONSES = 150;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});
worker.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { method, mode } = request;
  const policy = policyFor({ method, mode, url: new URL(request.url) }, worker.location.origin, FILES);
  if (policy === "page") event.respondWith(respondWithPage(request));
  else if (policy === "cached") event.respondWith(respondFromCache(request));
  else if (policy === "network") event.respondWith(respondFromNetwork(event));
});

worker.addEventListener("push", (event) => {
  const message = readMessage(event.data);
  if (!message) return;
  const { title, body, tag, url } = message;
  // a message about the same game replaces the one before, and is heard again
  const options = { body, tag, renotify: true, icon: "/icon-192.png", data: url };
  event.waitUntil(worker.registration.showNotification(title, options));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Show the page of a notification: in the window that has it, otherwise in any window, otherwise in a new one. */
async function openPage(path: unknown): Promise<void> {
  const url = pageOf(path, worker.location.origin);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((one) => one.url.split("#")[0] === url) ?? windows[0];
  if (!shown) return void (await worker.clients.openWindow(url));
  // a window in the background can refuse the focus, but not the page
  await shown.focus().catch(() => undefined);
  if (shown.url.split("#")[0] !== url) await shown.navigate(url).catch(() => worker.clients.openWindow(url));
}

async function install(): Promise<void> {
  const [files, responses] = [await caches.open(PAGE), await caches.open(RESPONSES)];
  await files.addAll([...FILES]);
  // the page requested it before the worker was installed
  await responses.add("/api/puzzles/collection").catch(() => {});
  await worker.skipWaiting();
}

/** Delete the caches of older versions and take control of open pages. */
async function activate(): Promise<void> {
  const isOutdated = (name: string): boolean =>
    /^skep (page|responses) /.test(name) && name !== PAGE && name !== RESPONSES;
  await Promise.all((await caches.keys()).filter(isOutdated).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function respondWithPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match("/", { cacheName: PAGE });
    if (cached) return cached;
    throw error;
  }
}

async function respondFromCache(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: PAGE })) ?? fetch(request);
}

async function respondFromNetwork(event: WorkerFetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.status === 200) event.waitUntil(store(request, response.clone()));
    return response;
  } catch (error) {
    const cached =
      (await caches.match(request, { cacheName: RESPONSES, ignoreVary: true })) ??
      (await caches.match(request, { cacheName: PAGE, ignoreVary: true }));
    if (cached) return cached;
    throw error;
  }
}

async function store(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(RESPONSES);
  await cache.put(request, response);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MAX_RESPONSES).map((old) => cache.delete(old)));
}
