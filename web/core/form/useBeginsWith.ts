import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

/** The party that another page opened the form for, until the form is opened for something else. */
export function useBeginsWith() {
  const beginning = useRouterState({ select: ({ location }) => location.state.beginsWith });
  const [party, setParty] = useState(beginning);
  return { party, forget: () => setParty(undefined) };
}
