/** As PostgreSQL, pgBackRest and the options of commands read it: 2026-11-27 10:15:00.000+00. */
export const formatTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');

/** For people, and in a form that no spreadsheet converts: 2026-11-27 10:15:00 UTC. Takes an ISO 8601 instant. */
export const formatInstant = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;
