import '#web/core/form/fields/checkbox.css';
import { Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { weeklyMailEndpoints, weeklyMailTexts } from '#contract/core/accounts/weeklyMail.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { queryClient, queryOf } from '#web/core/api/queries.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './ProfilePage.module.css';

const query = queryOf(weeklyMailEndpoints.read);

/** A tick that is saved at once. */
export function WeeklyMail() {
  const { data } = useQuery(query);
  const saving = useMutation({
    mutationFn: (wanted: boolean) => call(weeklyMailEndpoints.update, { body: { wanted } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved);
      toastDone(saved.wanted ? weeklyMailTexts.wanted : weeklyMailTexts.notWanted);
    },
    onError: (fault) => toastFailed(weeklyMailTexts.saveFailed, whyOf(fault)),
  });
  return (
    <section className={classes.weekly} aria-labelledby="weekly-mail">
      <h2 id="weekly-mail">{weeklyMailTexts.title}</h2>
      <Checkbox
        label={weeklyMailTexts.want}
        description={data?.hasMailServer === false ? weeklyMailTexts.noMailServer : weeklyMailTexts.about}
        checked={saving.isPending ? saving.variables : (data?.wanted ?? false)}
        disabled={data === undefined}
        onChange={(event) => saving.mutate(event.currentTarget.checked)}
      />
    </section>
  );
}
