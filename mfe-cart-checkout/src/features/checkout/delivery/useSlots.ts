import type { DeliveryOffer } from '@shop/contracts';
import { checkPostalParts, isCountryCode } from '@shop/contracts/postalRules';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useCallback, useEffect, useRef, useState } from 'react';
import { foodChosen, selectFood } from '../../../parts/foodSlice';
import { slotHeld, slotsOpened } from './slots';

/** Where the food goes. */
interface Destination {
  readonly country: string;
  readonly postcode: string;
}

interface Slots {
  /** Undefined until an address is known and its slots are loaded. */
  readonly offer: DeliveryOffer | undefined;
  readonly loading: boolean;
  /** What happened to the chosen place. */
  readonly message: string;
  readonly error: string | null;
  readonly choose: (slotId: number) => void;
  readonly reload: () => void;
}

/** While a postal code is typed, each key would ask. */
const ASK_AFTER_MS = 400;
const MINUTE_MS = 60_000;

/**
 * The slots of an address. The chosen one is kept; else the one that the browser holds, or the
 * first free one, is chosen and held.
 */
export const useSlots = ({ country, postcode }: Destination, refusal: string | undefined): Slots => {
  const dispatch = useAppDispatch();
  const { slotId } = useAppSelector(selectFood);
  const [offer, setOffer] = useState<DeliveryOffer>();
  const [loading, setLoading] = useState(false);
  const [hold, setHold] = useState<{ readonly minutes: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const asked = useRef(0);
  const chosen = useRef(slotId);
  useEffect(() => {
    chosen.current = slotId;
  }, [slotId]);

  const choose = useCallback(
    async (id: number): Promise<void> => {
      dispatch(foodChosen({ slotId: id }));
      const held = await dispatch(slotHeld(id));
      if (slotHeld.fulfilled.match(held)) {
        setError(null);
        setHold({ minutes: held.payload });
      } else {
        setHold(null);
        setError(held.payload ?? 'We could not reserve this time for you.');
      }
    },
    [dispatch],
  );

  const load = useCallback(async (): Promise<void> => {
    if (!isCountryCode(country)) return;
    asked.current += 1;
    const number = asked.current;
    setLoading(true);
    const opened = await dispatch(slotsOpened({ country, postcode }));
    if (number !== asked.current) return; // another address was typed meanwhile
    setLoading(false);
    if (!slotsOpened.fulfilled.match(opened)) {
      setError(opened.payload ?? 'Failed to fetch delivery slots');
      return;
    }
    const { slots } = opened.payload;
    setOffer(opened.payload);
    setError(null);
    setHold(null);
    const free = slots.filter((slot) => slot.free);
    const kept = free.find(({ id }) => id === chosen.current) ?? free.find(({ held }) => held) ?? free[0];
    if (kept) await choose(kept.id);
    else dispatch(foodChosen({ slotId: null }));
  }, [choose, country, dispatch, postcode]);

  const isKnown =
    postcode.trim().length > 2 &&
    isCountryCode(country) &&
    checkPostalParts({ country, zipCode: postcode }).zipCode === undefined;
  useEffect(() => {
    setOffer(undefined); // The chosen slot stays until another area has others: an order may be placed meanwhile.
    if (!isKnown) return undefined;
    const timer = setTimeout(() => void load(), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isKnown, load]);

  useEffect(() => {
    if (!hold) return undefined;
    const expire = (): void => {
      setHold(null);
      setError('This time is no longer reserved for you. Others can take it.');
    };
    const timer = setTimeout(expire, hold.minutes * MINUTE_MS);
    return () => clearTimeout(timer);
  }, [hold]);

  // The server refused the chosen slot: show what is free now.
  useEffect(() => {
    if (refusal !== undefined) void load();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new refusal, not a new address
  }, [refusal]);

  const isOffered = offer?.slots.some(({ id }) => id === slotId) ?? false;
  return {
    offer,
    loading,
    message: isOffered && hold ? `Reserved for ${hold.minutes} minutes.` : '',
    error,
    choose: (id) => void choose(id),
    reload: () => void load(),
  };
};
