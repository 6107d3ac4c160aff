-- Searches ignore what a product is free from. Same as isSearched in shared/src/contracts/facets.ts; no product has it yet.
CREATE OR REPLACE FUNCTION attribute_values(attributes jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(value ORDER BY key), '{}') FROM jsonb_each_text(attributes - 'free_from')
$$;
