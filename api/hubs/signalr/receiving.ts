/** Answers to a client that receives over plain HTTP: an event stream, or one poll after the other. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LongPollingTransport } from './long-polling-transport.ts';
import type { Admitted } from './requests.ts';
import type { SignalRServer } from './server.ts';
import { createServerSentEventsTransport } from './server-sent-events-transport.ts';
import type { Ticket } from './tickets.ts';

function openEventStream(
  server: SignalRServer,
  admitted: Admitted,
  ticket: Ticket,
  reply: FastifyReply,
): FastifyReply {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  });
  response.write(':\r\n\r\n');
  server.open(admitted, createServerSentEventsTransport(response), ticket, ticket.leave);
  return reply;
}

/** Waits for something to say; 204 tells the client that the connection has ended. */
async function answerPoll(server: SignalRServer, ticket: Ticket, reply: FastifyReply): Promise<FastifyReply> {
  const { polls, connection } = ticket;
  if (!polls || !connection) return reply.code(409).send();
  connection.heard();
  const abandon = (): void => polls.abandon();
  reply.raw.once('close', abandon);
  const answer = await polls.poll();
  reply.raw.off('close', abandon);
  connection.heard();
  if (answer) return reply.type('text/plain').send(answer);
  if (polls.finished) server.tickets.remove(ticket);
  return reply.code(204).send();
}

/** Opens a stream for a client that accepts one, else takes polls, the first of which is answered at once. */
export function receive(
  server: SignalRServer,
  admitted: Admitted,
  ticket: Ticket,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (ticket.connection) return answerPoll(server, ticket, reply);
  if (request.headers.accept?.includes('text/event-stream')) {
    return openEventStream(server, admitted, ticket, reply);
  }
  ticket.polls = new LongPollingTransport();
  server.open(admitted, ticket.polls, ticket, ticket.leave);
  return reply.type('text/plain').send('');
}
