/**
 * The service worker: keeps the page's files and what the school tells, so that lessons and puzzles go on without a
 * network. While the server answers, pages and answers are always its own: nothing old is kept alive.
 */
import { answerTo } from "./cachePolicy";

/** What the build knows: the page's files, and a name for all of them together. */
declare const __FILES__: string[];
declare const __VERSION__: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listen: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", listen: (event: Fetching) => void): void;
}
const worker = self as unknown as Worker;

const PAGE = `skep page ${__VERSION__}`;
const RESPONSES = `skep responses ${__VERSION__}`;
const FILES = new Set(__FILES__);
/** So many answers are kept; they take some kilobytes each. */
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
  const answer = answerTo({ method, mode, url: new URL(request.url) }, worker.location.origin, FILES);
  if (answer === "page") event.respondWith(page(request));
  else if (answer === "cached") event.respondWith(file(request));
  else if (answer === "network") event.respondWith(cachedResponse(event));
});

async function install(): Promise<void> {
  const [files, answers] = [await caches.open(PAGE), await caches.open(RESPONSES)];
  await files.addAll([...FILES]);
  // asked for before there was a worker to keep it
  await answers.add("/api/puzzles/collection").catch(() => {});
  await worker.skipWaiting();
}

/** Older versions go; the pages that are open have this worker from now on. */
async function activate(): Promise<void> {
  const older = (name: string): boolean =>
    /^skep (page|told|responses) /.test(name) && name !== PAGE && name !== RESPONSES;
  await Promise.all((await caches.keys()).filter(older).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match("/", { cacheName: PAGE });
    if (cached) return cached;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: PAGE })) ?? fetch(request);
}

async function cachedResponse(event: Fetching): Promise<Response> {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.status === 200) event.waitUntil(store(request, answer.clone()));
    return answer;
  } catch (error) {
    const cached =
      (await caches.match(request, { cacheName: RESPONSES, ignoreVary: true })) ??
      (await caches.match(request, { cacheName: PAGE, ignoreVary: true }));
    if (cached) return cached;
    throw error;
  }
}

async function store(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(RESPONSES);
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MAX_RESPONSES).map((old) => cache.delete(old)));
}
