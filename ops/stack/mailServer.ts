import fs from 'node:fs';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';

/**
 * Stores every mail as a file: `tsx mailServer.ts PORT DIRECTORY`. For trying out production locally; no mail leaves
 * this machine.
 */
const [port, directory] = process.argv.slice(2);
if (port === undefined || directory === undefined) throw new Error('Usage: mailServer.ts PORT DIRECTORY');
fs.mkdirSync(directory, { recursive: true, mode: 0o700 });

let mails = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    const file = path.join(directory, `${Date.now()}-${(mails += 1)}.eml`);
    const output = fs.createWriteStream(file, { mode: 0o600 });
    stream
      .pipe(output)
      .on('finish', () => done())
      .on('error', done);
  },
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => server.close(() => process.exit(0)));
