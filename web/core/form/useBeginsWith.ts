import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

/** Whom the form is for that another page asked to begin, until a form is opened for something else. */
export function useBeginsWith() {
  const given = useRouterState({ select: ({ location }) => location.state.beginsWith });
  const [party, setParty] = useState(given);
  return { party, forget: () => setParty(undefined) };
}
