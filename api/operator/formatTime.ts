/** As PostgreSQL, pgBackRest and the options of commands read it: 2026-11-27 10:15:00.000+00. */
export const formatTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');
