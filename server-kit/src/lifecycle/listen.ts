import type { FastifyInstance } from 'fastify';
import { StartError } from './StartError';

export class PortTakenError extends StartError {
  override name = 'PortTakenError';
}

const isPortTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Starts accepting connections.
 * @param setting Variable that chooses the port.
 * @throws {PortTakenError} if another process listens on the port.
 */
export const listen = async (
  app: FastifyInstance,
  { port, host }: { readonly port: number; readonly host: string },
  setting: string,
): Promise<void> => {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    throw new PortTakenError(
      `Port ${port} is taken. Stop the process that listens there, or choose another port with ${setting}.`,
    );
  }
};
