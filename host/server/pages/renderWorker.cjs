// Renders pages of one release in a separate process, so that a page that hangs or leaks cannot stop the server or read
// its secrets.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
// By path, because workspace packages are not readable in this process.
const [bundleFile, runtimeDirectory] = process.argv.slice(2);
const requireRuntime = (file) => require(path.join(runtimeDirectory, file));
const { closeProcess } = requireRuntime('closeProcess.cjs');
const { createModuleLoader } = requireRuntime('moduleLoader.cjs');

// Lines of JSON on pipes: what Node's own channel between processes takes from a child can end its parent.
const [FROM_SERVER, TO_SERVER] = [3, 4];
const { parse, stringify } = JSON;
const { writeSync } = fs;
/** Waits until the server has taken the message. */
const say = (message) => {
  const line = Buffer.from(`${stringify(message)}\n`);
  for (let written = 0; written < line.length;) written += writeSync(TO_SERVER, line, written);
};
/** A release may throw what throws when it is read. */
const read = (readText) => {
  try {
    return String(readText());
  } catch {
    return 'A value that cannot be described was thrown';
  }
};
const describe = (error) => read(() => (error instanceof Error ? (error.stack ?? error.message) : error));

// What the host's build requires. Releases get these libraries from the host, not from Node.
const BUILT_INS = Object.fromEntries(
  ['async_hooks', 'crypto', 'node:stream', 'stream', 'util'].map((name) => [name, require(name)]),
);
const bundle = Promise.resolve(createModuleLoader(BUILT_INS)(bundleFile));
const loadModule = createModuleLoader();

/** Calls to the API that the server has not answered yet. */
const calls = new Map();
let callCount = 0;
/** The server asks the API for a page while it is being rendered. */
const createApi = (id) => (url) =>
  new Promise((resolve, reject) => {
    const call = callCount;
    callCount += 1;
    calls.set(call, { resolve, reject });
    say({ id, call, url });
  });
const settleCall = ({ call, answer, error }) => {
  const waiting = calls.get(call);
  calls.delete(call);
  if (answer) waiting.resolve(answer);
  else waiting.reject(new Error(error));
};

const ready = bundle.then((exported) => {
  closeProcess();
  return exported;
});

const handleRequest = async ({ id, request }) => {
  if (request === 'ping') return say({ id, result: 'pong' });
  try {
    const { renderPage, loadRelease } = await ready;
    if (request === 'load') return say({ id, result: typeof renderPage === 'function' });
    const tools = { callApi: createApi(id), loadModule };
    const work = request.prepare ? loadRelease(request.prepare, loadModule) : renderPage(request, tools);
    const result = await work;
    say({ id, result: request.prepare ? true : result });
  } catch (error) {
    say({ id, error: describe(error) });
  }
};

// Errors outside of a render must not end the renders of other pages in this process.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) =>
    say({ uncaughtError: { message: read(() => error?.message ?? error), stack: describe(error) } }),
  );
}
const { exit } = process;
// Not a socket, which Node 25 and later count as the network.
const server = fs.createReadStream('', { fd: FROM_SERVER, encoding: 'utf8' });
server.on('error', () => exit());
server.on('close', () => exit()); // the server is gone
let unfinished = '';
server.on('data', (text) => {
  const lines = (unfinished + text).split('\n');
  unfinished = lines.pop();
  for (const line of lines) {
    const message = parse(line);
    if ('call' in message) settleCall(message);
    else void handleRequest(message);
  }
});
