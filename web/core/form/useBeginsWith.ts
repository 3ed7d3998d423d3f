import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

/** The party that another page opened the form for, until the form is opened for something else. */
export function useBeginsWith() {
  const given = useRouterState({ select: ({ location }) => location.state.beginsWith });
  const [party, setParty] = useState(given);
  return { party, forget: () => setParty(undefined) };
}
