/** Where carriers say where a parcel is, by how their names begin. */
const CARRIERS = {
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
} as const;

/** What the field for a carrier suggests. */
export const KNOWN_CARRIERS = ['UPS', 'USPS', 'FedEx', 'DHL', 'Own courier'];

/** Returns the page that follows a parcel; undefined for a carrier that is not known. */
export const getTrackingLink = (carrier: string, tracking: string): string | undefined => {
  const [name = ''] = carrier.trim().toLowerCase().split(/\s+/);
  return tracking !== '' && Object.hasOwn(CARRIERS, name)
    ? CARRIERS[name as keyof typeof CARRIERS] + encodeURIComponent(tracking)
    : undefined;
};
