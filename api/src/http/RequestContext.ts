import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request together with its reply, for code that also sets cookies. */
export interface RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
