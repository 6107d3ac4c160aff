import { useOnDemand } from '@shop/shared/remote/useOnDemand';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Panel } from '../parts/Panel';
import { EmptyState, LoadingRows } from '../parts/States';

const loadPanels = async () => (await import(/* webpackChunkName: "admin-figures" */ './FiguresPanels')).FiguresPanels;
const LOADING_ROWS = 6;

/** The figures, whose code the home desk loads for who may see them. */
export function FiguresOnDemand() {
  const [isMissing, setIsMissing] = useState(false);
  const [fail] = useState(() => () => setIsMissing(true));
  const Panels = useOnDemand(!isMissing, loadPanels, fail);
  if (Panels) return <Panels />;
  return (
    <Panel title="Figures" flush>
      {isMissing ? (
        <div role="alert">
          <EmptyState icon={CircleAlert} title="This did not load" text="The figures could not be loaded.">
            <Button onClick={() => setIsMissing(false)}>Try again</Button>
          </EmptyState>
        </div>
      ) : (
        <LoadingRows count={LOADING_ROWS} />
      )}
    </Panel>
  );
}
