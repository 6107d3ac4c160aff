import { isDeepStrictEqual } from 'node:util';
import type { AreaTerms, DeliveryRun, StaffArea } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { ShopError } from '../../http/ShopError';
import { toSlug } from '../catalog/import/toSlug';
import { findTakenIds, insertArea, isTimeZone, lockAreas, markRemoved, updateArea } from './areasRepository';
import { generateSlots, planSlots, replanSlots } from './deliveryRepository';
import { toPostcode } from './toPostcode';

interface By {
  readonly actor: Actor;
  readonly now: Date;
}

const MAX_AREAS = 500;

const requireRuns = (runs: readonly DeliveryRun[]): void => {
  const starts = new Map<string, number>();
  for (const [index, { weekdays, from, to, cutoff }] of runs.entries()) {
    const run = `Run ${index + 1}`;
    if (to <= from) return refuseField('runs', `${run} ends before it starts.`);
    if (cutoff.days_before === 0 && cutoff.hour > from)
      return refuseField('runs', `${run} takes orders after it has started.`);
    for (const start of weekdays.map((day) => `${day} ${from}`)) {
      const other = starts.get(start);
      if (other !== undefined) return refuseField('runs', `${run} starts when run ${other + 1} does, on the same day.`);
      starts.set(start, index);
    }
  }
};

/** Returns an area as it is stored. @throws {ShopError} INVALID_REQUEST with the field. */
const readArea = async (connection: Queryable, typed: AreaTerms, others: readonly StaffArea[]): Promise<AreaTerms> => {
  const name = typed.name.trim();
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return refuseField('name', 'There is an area with this name.');
  const prefixes = [...new Set(typed.prefixes.map(toPostcode))];
  const odd = prefixes.find((prefix) => !/^[A-Z\d]+$/.test(prefix));
  if (odd !== undefined) return refuseField('prefixes', `“${odd}” is no beginning of a postal code.`);
  for (const other of others) {
    if (other.country !== typed.country) continue;
    const shared = prefixes.find((prefix) =>
      other.prefixes.some((theirs) => theirs.startsWith(prefix) || prefix.startsWith(theirs)),
    );
    if (shared !== undefined)
      return refuseField('prefixes', `${other.name} has postal codes that begin with ${shared}.`);
  }
  if (!(await isTimeZone(connection, typed.time_zone)))
    return refuseField('time_zone', 'There is no such time zone. One is America/New_York.');
  requireRuns(typed.runs);
  return { ...typed, name, prefixes };
};

/** Makes an area with its slots. @throws {ShopError} INVALID_REQUEST with the field. */
export const createArea = async (connection: Queryable, typed: AreaTerms, { actor, now }: By): Promise<void> => {
  const areas = await lockAreas(connection);
  if (areas.length >= MAX_AREAS) return refuseField('name', `There are at most ${MAX_AREAS} areas.`);
  const area = await readArea(connection, typed, areas);
  const slug = toSlug(area.name) || 'area';
  const ids = [slug, ...Array.from({ length: MAX_AREAS }, (_, index) => `${slug}-${index + 2}`)];
  const taken = await findTakenIds(connection, ids);
  const id = ids.find((each) => !taken.includes(each)) ?? refuseField('name', 'Choose another name.');
  await insertArea(connection, id, area, now);
  await generateSlots(connection, now);
  await insertAudit(connection, { actor, action: 'area.created', subject: id, after: area }, now);
};

const pickTerms = ({ name, country, prefixes, time_zone, minimum_cents, runs }: AreaTerms): AreaTerms => ({
  name,
  country,
  prefixes,
  time_zone,
  minimum_cents,
  runs,
});

const requireArea = (areas: readonly StaffArea[], id: string): StaffArea => {
  const area = areas.find((each) => each.id === id);
  if (!area) throw new ShopError('AREA_NOT_FOUND');
  return area;
};

/**
 * Changes an area, and its slots. A change that changes nothing leaves no trace.
 * @throws {ShopError} AREA_NOT_FOUND, CHANGED_MEANWHILE, INVALID_REQUEST with the field.
 */
export const changeArea = async (
  connection: Queryable,
  id: string,
  { version, terms }: { readonly version: number; readonly terms: Partial<AreaTerms> },
  { actor, now }: By,
): Promise<void> => {
  const areas = await lockAreas(connection);
  const stored = requireArea(areas, id);
  if (stored.version !== version) throw new ShopError('CHANGED_MEANWHILE');
  const before = pickTerms(stored);
  const others = areas.filter((area) => area.id !== id);
  const after = await readArea(connection, { ...before, ...terms }, others);
  const names = Object.keys(before) as (keyof AreaTerms)[]; // it has exactly these keys
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return;
  const planned = await planSlots(connection, id, now);
  await updateArea(connection, id, after, now);
  await replanSlots(connection, id, planned, now);
  const pick = (area: AreaTerms) => Object.fromEntries(changed.map((name) => [name, area[name]]));
  await insertAudit(
    connection,
    { actor, action: 'area.changed', subject: id, before: pick(before), after: pick(after) },
    now,
  );
};

/** Vans no longer go there. Orders that have a slot keep it. @throws {ShopError} AREA_NOT_FOUND. */
export const removeArea = async (connection: Queryable, id: string, { actor, now }: By): Promise<void> => {
  const { name } = requireArea(await lockAreas(connection), id);
  const planned = await planSlots(connection, id, now);
  await markRemoved(connection, id, now);
  await replanSlots(connection, id, planned, now);
  await insertAudit(connection, { actor, action: 'area.removed', subject: id, before: { name } }, now);
};
