import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { UnknownAction } from 'redux';

export interface Notice {
  readonly id: string;
  /** An alert stays until dismissed; a status disappears by itself. */
  readonly kind: 'status' | 'alert';
  readonly text: string;
  /** A follow-up link, such as "View cart". */
  readonly link?: { readonly label: string; readonly href: string };
  /** Action to dispatch to undo what the notice reports. */
  readonly undo?: UnknownAction;
}

export interface NoticesState {
  items: Notice[];
}

/** Only the two newest are shown (design README 7, Toast). */
const MAX_NOTICES = 2;

const initialState: NoticesState = { items: [] };

export const noticesSlice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeShown: {
      reducer(state, action: PayloadAction<Notice>) {
        state.items = [...state.items, action.payload].slice(-MAX_NOTICES);
      },
      prepare: (notice: Omit<Notice, 'id'>) => ({ payload: { ...notice, id: nanoid() } }),
    },
    noticeDismissed(state, action: PayloadAction<string>) {
      state.items = state.items.filter((notice) => notice.id !== action.payload);
    },
  },
  selectors: { selectNotices: (state) => state.items },
});

export const { noticeDismissed } = noticesSlice.actions;
export const { selectNotices } = noticesSlice.selectors;

/** Shows a notice on any page. All alerts (product.md 12.3) use this. */
export const notify = (text: string, kind: Notice['kind'] = 'status', link?: Notice['link']) =>
  noticesSlice.actions.noticeShown({ text, kind, ...(link ? { link } : {}) });

/** Shows a notice with an undo button. */
export const notifyWithUndo = (text: string, undo: UnknownAction) =>
  noticesSlice.actions.noticeShown({ text, kind: 'status', undo });
