/** The command menu (Ctrl K): finds records of every kind, leads to every screen, and begins new records. */
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { findEndpoint, findTexts } from '#contract/find.ts';
import { call, messageOf } from '#web/api/client.ts';
import { PopupFrame } from '#web/ui/dialogs/PopupFrame.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { type Command, commandsOf, foundCommand, partsOf } from './commands.ts';
import classes from './CommandMenu.module.css';
import { keepRecent, recentCommands } from './recent.ts';
import { takeTyped } from './typedAhead.ts';

const THROTTLE_MS = 60;
/** The longest term that the server takes. */
const LONGEST = 200;

interface CommandMenuProps {
  opened: boolean;
  onClose: () => void;
}

export function CommandMenu({ opened, onClose }: CommandMenuProps) {
  const isPhone = useIsPhone();
  return (
    // At the top, so that the field stays where it is while what is found changes.
    <PopupFrame
      opened={opened}
      onClose={onClose}
      title={findTexts.title}
      size="lg"
      centered={false}
      yOffset="10vh"
      fullScreen={isPhone}
      withClose
    >
      <Finder onDone={onClose} />
    </PopupFrame>
  );
}

function Finder({ onDone }: { onDone: () => void }) {
  const router = useRouter();
  const combobox = useCombobox({ opened: true });
  const [typed, setTyped] = useState('');
  const [eager, setEager] = useState(false);
  const wanted = typed.trim();
  const term = useThrottledValue(wanted, THROTTLE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [findEndpoint.path, term],
    queryFn: ({ signal }) => call(findEndpoint, { query: { search: term }, signal }),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  });
  const isSettled = term === wanted && (term === '' || error !== null || (data !== undefined && !isPlaceholderData));
  const groups = [
    { label: 'Recent', commands: wanted === '' ? recentCommands() : [] },
    { label: 'Records', commands: wanted === '' ? [] : (data ?? []).map(foundCommand) },
    ...commandsOf(wanted),
  ].filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((group) => group.commands);

  const run = (command: Command | undefined) => {
    if (!command) return;
    keepRecent(command);
    onDone();
    const { href, begin } = command;
    router.navigate({ to: href, href, state: begin ? { begin } : {} }).catch(console.error);
  };

  const onSettled = useEffectEvent(() => {
    if (!isSettled) return;
    if (eager) run(commands[0]);
    else combobox.selectFirstOption();
  });
  useEffect(() => onSettled(), [isSettled, data, wanted, eager]);

  return (
    <Combobox store={combobox} onOptionSubmit={(key) => run(commands.find((command) => command.key === key))}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label={findTexts.title}
          placeholder={findTexts.placeholder}
          autoComplete="off"
          maxLength={LONGEST}
          value={typed}
          onFocus={() => {
            const ahead = takeTyped();
            if (ahead) setTyped(ahead);
          }}
          leftSection={<IconSearch size={16} aria-hidden />}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEager(false);
          }}
          onKeyDown={(event) => {
            // The list keeps Escape from the popup.
            if (event.key === 'Escape') onDone();
            // The list takes Enter itself once an option is chosen, which the first one is after it was drawn.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            if (isSettled && combobox.getSelectedOptionIndex() >= 0) return;
            // Before the answer is there, Enter means its first record: the list must not take what is still shown.
            combobox.resetSelectedOption();
            event.preventDefault();
            event.stopPropagation();
            if (isSettled) run(commands[0]);
            else setEager(true);
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.found} aria-label="Found">
        {groups.map((group) => (
          <Combobox.Group key={group.label} label={group.label}>
            {group.commands.map((command) => (
              <Combobox.Option key={command.key} value={command.key}>
                <Shown command={command} term={wanted} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p role="status" className={classes.nothing}>
        {error && wanted !== '' ? messageOf(error) : commands.length === 0 && isSettled && findTexts.nothing(wanted)}
      </p>
    </Combobox>
  );
}

function Shown({ command, term }: { command: Command; term: string }) {
  const { label, kind, detail, figure } = command;
  return (
    <span className={classes.command}>
      <span>
        {partsOf(label, term).map(({ text, isHit, at }) => (isHit ? <mark key={at}>{text}</mark> : text))}
        {detail && <small>{detail}</small>}
      </span>
      <span className={classes.figure}>{figure}</span>
      <small className={classes.kind}>{kind}</small>
    </span>
  );
}
