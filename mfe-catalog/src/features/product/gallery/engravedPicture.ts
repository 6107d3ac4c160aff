/** Id of the element with the picture on which an engraving is shown. */
export const ENGRAVED_PICTURE = 'engraved-picture';
