// A server with the sample content, for tests: the program that is named in TANADA, or the one that was built last.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = process.env.TANADA ?? join(root, '.build/debug/tanada');

/** Starts a server on a free port, with the token of an administrator, and with the pictures of the content if asked for. */
export async function startServer({ hasPictures = false } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'tanada-'));
  const run = (...words) => execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  run('seed', join(root, 'Seeds'));
  if (hasPictures) run('photo', 'import', '--quiet', '--from', join(root, 'Seeds/artwork'));
  const token = run('token', 'create', '--role', 'admin', '--name', 'tests');
  const server = {
    address: '',
    /** Starts it again, on the port that it had. */
    async start(port = 0) {
      server.process = spawn(program, ['serve', '--port', String(port)], {
        cwd, env: { ...process.env, TANADA_READ_RATE: '0', TANADA_WRITE_RATE: '0' }, stdio: ['ignore', 'pipe', 'ignore'],
      });
      for await (const line of createInterface(server.process.stdout)) {
        server.address = line.trim();
        return;
      }
      throw new Error(`${program} did not start`);
    },
    /** Ends it at once, as a crash does. */
    async kill() {
      const ended = new Promise((resolve) => server.process.once('exit', resolve));
      server.process.kill('SIGKILL');
      await ended;
    },
    async remove() {
      if (server.process.exitCode == null && server.process.signalCode == null) await server.kill();
      rmSync(cwd, { recursive: true });
    },
    /** The body of an answer to the administrator, and the revision that a write made. */
    async send(method, path, value, type = 'application/json') {
      const response = await fetch(server.address + path, {
        method, body: value === undefined ? undefined : JSON.stringify(value),
        headers: { Authorization: `Bearer ${token}`, ...(value !== undefined && { 'Content-Type': type }) },
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? null : response.json();
    },
    rename: (id, title) =>
      server.send('PATCH', `/v1/content/recent_news/${id}`, { title }, 'application/merge-patch+json'),
  };
  await server.start();
  return server;
}
