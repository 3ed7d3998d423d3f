/** Frequent actions on a phone, within reach of the thumb. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { may } from '#web/core/api/session.ts';
import classes from './PhoneActions.module.css';

export function PhoneActions() {
  const navigate = useNavigate();
  const begin = (to: '/production' | '/inward', resource: 'production' | 'inward') => () => {
    navigate({ to, state: { begin: resource } }).catch(console.error);
  };
  return (
    <div className={classes.actions}>
      {may('create', 'production') && (
        <Button variant={may('create', 'inward') ? 'default' : 'filled'} onClick={begin('/production', 'production')}>
          Record production
        </Button>
      )}
      {may('create', 'counts') && !may('create', 'inward') && (
        <Button
          variant="default"
          onClick={() => {
            navigate({ to: '/adjustments/count' }).catch(console.error);
          }}
        >
          {adjustmentKindLabels.count}
        </Button>
      )}
      {may('create', 'inward') && <Button onClick={begin('/inward', 'inward')}>{inwardTexts.addNew}</Button>}
    </div>
  );
}
