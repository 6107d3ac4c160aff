import net from 'node:net';

/** Returns a check whether a port accepts TCP connections, which works for TLS, too. */
export const createPortCheck =
  (port: number, address = '127.0.0.1') =>
  (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = net.connect(port, address);
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
