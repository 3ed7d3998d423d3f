/** The frame of every screen (specification §2, Layout): sidebar, top bar, content. */
import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { IconLogout, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { endKeptDevice, logoutTexts, signOut } from '#contract/core/accounts/signedIn.ts';
import { paperTexts } from '#contract/core/sharedTexts.ts';
import { labelPath, readScan } from '#contract/stock/labels/labels.ts';
import { call } from '#web/core/api/client.ts';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { heldDraft } from '#web/core/api/draft.ts';
import { keptUser } from '#web/core/api/keptUser.ts';
import { currentUser, endSession, forgetPlace, sessionToken } from '#web/core/api/session.ts';
import { announceLogout } from '#web/core/api/sharedSession.ts';
import { runHeads } from '#web/core/ui/paper.ts';
import { now } from '#web/core/ui/today.ts';
import { ConfirmDialog } from '#web/core/ui/dialogs/ConfirmDialog.tsx';
import { PreviewContext, type Previewed } from '#web/core/list/preview.ts';
import { CreateInPlace } from '#web/office/create/CreateInPlace.tsx';
import { lazyComponent, preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { afterFirstScreen, firstScreenIsShown, openPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { listenForShortcuts } from './listenForShortcuts.ts';
import { Brand, Person } from './Person.tsx';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { keepFocus } from '../../core/layout/keepFocus.ts';
import { listenForScanner } from '../../core/layout/listenForScanner.ts';
import { collectTyped } from '../../core/layout/typedAhead.ts';

export function Shell() {
  const isPhone = useIsPhone();
  const [wide, setWide] = useState(true);
  const [drawer, setDrawer] = useState(false);
  const [previewed, setPreviewed] = useState<Previewed>();
  const preview = useCallback((next: Previewed) => openPart(PreviewDrawer, () => setPreviewed(next)), []);
  const shown = isPhone ? drawer : wide;
  const menuButton = useRef<HTMLButtonElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });

  useEffect(() => setDrawer(false), [pathname]);
  useEffect(firstScreenIsShown, []);
  useEffect(keepFocus, []);
  useEffect(() => runHeads(() => paperTexts.printed(now(), currentUser()?.fullName ?? '')), []);
  useScanner();

  const closeDrawer = () => {
    // The button is inert, and not focusable, until the drawer is closed.
    flushSync(() => setDrawer(false));
    menuButton.current?.focus();
  };

  return (
    <div className={classes.shell} data-sidebar={shown || undefined}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <Sidebar shown={shown} isPhone={isPhone} modal={isPhone && drawer} onClose={closeDrawer} />
      {isPhone && drawer && (
        <button type="button" className={classes.veil} aria-label="Close the menu" onClick={closeDrawer} />
      )}
      <div className={classes.main} inert={isPhone && drawer}>
        <header className={classes.topbar}>
          <button
            ref={menuButton}
            type="button"
            className={classes.tool}
            aria-label="Menu"
            aria-expanded={shown}
            aria-controls="sidebar"
            onClick={() => (isPhone ? setDrawer(true) : setWide(!wide))}
          >
            <IconMenu2 size={18} />
          </button>
          {isPhone && <Brand />}
          <Find />
          <Tools isPhone={isPhone} />
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          <PreviewContext value={preview}>
            <Outlet />
          </PreviewContext>
        </main>
      </div>
      <CreateInPlace />
      <Suspense>
        <CompanyOnPaper />
      </Suspense>
      <Keys preview={preview} />
      <Suspense>
        {previewed !== undefined && (
          <PreviewDrawer key={previewed.path} {...previewed} onClose={() => setPreviewed(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

const CompanyOnPaper = lazyComponent(
  async () => (await afterFirstScreen(() => import('./CompanyOnPaper.tsx'))).CompanyOnPaper,
);

const CommandMenu = preloadedComponent(async () => (await import('./CommandMenu.tsx')).CommandMenu);

/** Whether a dialog was ever opened: it stays then, so that the focus returns when it closes. */
function useWasOpened(opened: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened;
}

/** The command menu with its button; Ctrl K or ⌘ K opens it from everywhere. */
function Find() {
  const [opened, setOpened] = useState(false);
  const wasOpened = useWasOpened(opened);
  const open = () => {
    if (!opened) collectTyped();
    setOpened(true);
  };
  // Before the screen is painted: a key that is pressed as soon as it is seen must be heard.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <>
      <button type="button" className={classes.find} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <IconSearch size={16} aria-hidden />
        <span>Find or go to …</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      <Suspense>{wasOpened && <CommandMenu opened={opened} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

const ShortcutsDialog = lazyComponent(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

/** Single keys; "?" lists them. */
function Keys({ preview }: { preview: (next: Previewed) => void }) {
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const wasOpened = useWasOpened(opened);
  useLayoutEffect(
    () =>
      listenForShortcuts({
        goTo: (path) => {
          router.navigate({ href: path }).catch(console.error);
        },
        showKeys: () => setOpened(true),
        preview,
      }),
    [router, preview],
  );
  return <Suspense>{wasOpened && <ShortcutsDialog opened={opened} onClose={() => setOpened(false)} />}</Suspense>;
}

const PreviewDrawer = lazyComponent(async () => (await import('./PreviewDrawer.tsx')).PreviewDrawer);

/** A keyboard scanner opens a lot from every screen. */
function useScanner() {
  const router = useRouter();
  useLayoutEffect(
    () =>
      listenForScanner((text) => {
        router.navigate({ href: labelPath(readScan(text)) }).catch(console.error);
      }),
    [router],
  );
}

function Tools({ isPhone }: { isPhone: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes.tools}>
      {!isPhone && <Person />}
      <SchemeToggle />
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLogout size={17} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Logout
      </Button>
      <ConfirmDialog
        opened={asking}
        question={logoutTexts.confirm}
        note={asking && heldDraft() ? logoutTexts.unsaved : undefined}
        confirm="Logout"
        onCancel={() => setAsking(false)}
        onConfirm={logout}
      />
    </div>
  );
}

/** Mantine's storage key. The colour scheme belongs to the device, not the user: it survives logout. */
const COLOUR_SCHEME_KEY = 'mantine-color-scheme-value';

/** Does not wait for the server: logout must work offline, and the token expires anyway. */
function logout() {
  const token = sessionToken();
  call(signOut).catch(console.error);
  if (keptUser() !== undefined) call(endKeptDevice).catch(console.error);
  forgetPlace();
  if (token) announceLogout(token);
  const stays = (key: string) => key === COLOUR_SCHEME_KEY || key.startsWith(SAVED_WORK);
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key);
  endSession();
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = dark ? 'Use the light colours' : 'Use the dark colours';
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </button>
  );
}
