import {
  changeStaffArea,
  changeStaffSlot,
  createStaffArea,
  listStaffAreas,
  listStaffSlots,
  removeStaffArea,
  type ResponseOf,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { findAreas } from './areasRepository';
import { changeArea, createArea, removeArea } from './changeAreas';
import { changeSlot } from './changeSlot';
import { findAllSlots, findAreaOfSlot } from './slotListRepository';

/** More than the runs of two weeks. */
const MAX_SLOTS = 500;

/** The desk of delivery areas and slots. */
export const deliveryDeskRoutes = (app: FastifyInstance, { database, clock }: AppContext): void => {
  type By = Pick<StaffSession, 'actor'> & { readonly now: Date };
  const answerAreas = async (message: string): Promise<ResponseOf<typeof listStaffAreas>> => ({
    status: true,
    message,
    data: await findAreas(database),
  });
  const answerSlots = async (area: string | undefined, message: string): Promise<ResponseOf<typeof listStaffSlots>> => {
    if (area === undefined) throw new ShopError('SLOT_NOT_FOUND');
    const { items } = await findAllSlots(database, { area, page: 1, pageSize: MAX_SLOTS }, clock.now());
    return { status: true, message, data: items };
  };
  const change = <Result>(
    { actor }: StaffSession,
    work: (connection: Queryable, by: By) => Promise<Result>,
  ): Promise<Result> => database.transaction((connection) => work(connection, { actor, now: clock.now() }));

  route(app, listStaffAreas, { summary: 'Lists the areas where vans go, by name.', cache: 'private' })(() =>
    answerAreas('Delivery areas'),
  );
  route(app, createStaffArea, { summary: 'Makes a delivery area, with its slots.', cache: 'private' })(
    async ({ body }, { staff }) => {
      await change(staff, (connection, by) => createArea(connection, body, by));
      return answerAreas('Created.');
    },
  );
  route(app, changeStaffArea, {
    summary: 'Changes a delivery area and its slots. A slot that orders have keeps its hours.',
    cache: 'private',
  })(async ({ params, body }, { staff }) => {
    await change(staff, (connection, by) => changeArea(connection, params.id, body, by));
    return answerAreas('Saved.');
  });
  route(app, removeStaffArea, {
    summary: 'Removes a delivery area. Orders that have one of its slots keep it.',
    cache: 'private',
  })(async ({ params }, { staff }) => {
    await change(staff, (connection, by) => removeArea(connection, params.id, by));
    return answerAreas('Removed.');
  });
  route(app, listStaffSlots, {
    summary: 'Lists the slots of an area that are not over, earliest first.',
    cache: 'private',
  })(async ({ params }) => {
    if (!(await findAreas(database)).some(({ id }) => id === params.id)) throw new ShopError('AREA_NOT_FOUND');
    return answerSlots(params.id, 'Delivery slots');
  });
  route(app, changeStaffSlot, {
    summary: 'Closes or opens a delivery slot, or changes how many orders it takes.',
    cache: 'private',
  })(async ({ params, body }, { staff }) => {
    const id = Number(params.id);
    await change(staff, (connection, by) => changeSlot(connection, id, body, by));
    return answerSlots(await findAreaOfSlot(database, id), 'Saved.');
  });
};
