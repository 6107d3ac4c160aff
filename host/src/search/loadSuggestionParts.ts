/** Loads the code of suggestions, which only visitors who focus a search field need. */
export const loadSuggestionParts = async () => {
  const [{ listStarters, toSuggestionItems }, { SuggestionLine }] = await Promise.all([
    import(/* webpackChunkName: "suggestions" */ './suggestionItems'),
    import(/* webpackChunkName: "suggestions" */ './SuggestionLine'),
  ]);
  return { listStarters, toSuggestionItems, SuggestionLine };
};
