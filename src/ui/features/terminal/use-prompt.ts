import type { Terminal } from '@xterm/xterm'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { clockNow, PAGE_CLOCK, useClock } from '../../state/clock'
import { useSession } from '../../state/connection'
import { usePreferences } from '../../state/preferences'
import type { Identity } from '../../state/identity'
import { useGo } from '../../state/place'
import { useSessionDraft } from '../../state/session-draft'
import { useTerminalMemory } from './history'
import type { Edit } from './EditDialog'
import type { FoundLink } from './found-links'
import { PromptSession } from './prompt-session'
import { linkScreen } from './screen-links'
import { screenTheme } from './screen-theme'
import { fontSize, useScreenLook } from './use-screen-look'
import type { CreateScreen } from './xterm-screen'

/** State of a prompt for its component: links in the output, the text for screen readers, and an open editor. */
export interface Prompt {
  readonly links: readonly FoundLink[]
  readonly said: string
  readonly edit: Edit | undefined
  readonly session: RefObject<PromptSession | undefined>
  readonly screen: RefObject<Terminal | undefined>
}

interface Wanted {
  readonly element: RefObject<HTMLDivElement | null>
  /** Number of the session in the drawer. */
  readonly number: number
  readonly createScreen: CreateScreen
  readonly identity: Identity
  readonly act: (name: string | undefined, groups: readonly string[]) => string
  /** Moves the focus to what follows the screen. */
  readonly leave: () => void
}

/** Whether the screen handles a key: the page's own keys are left to the page, F6 moves the focus after the screen, Shift+Tab before it. */
function isScreenKey(event: KeyboardEvent, leave: () => void): boolean {
  if (event.key === 'F6') {
    event.preventDefault()
    if (event.type === 'keydown') leave()
    return false
  }
  if (event.key === 'Tab' && event.shiftKey) return false
  return !(event.ctrlKey && (event.key === '`' || event.code === 'Backquote'))
}

/** A screen with a prompt, for the lifetime of the component. */
export function usePrompt({ element, number, createScreen, identity, act, leave }: Wanted): Prompt {
  const page = useSession()
  const go = useGo()
  const clock = useClock()
  const [links, setLinks] = useState<readonly FoundLink[]>([])
  const [said, setSaid] = useState('')
  const [edit, setEdit] = useState<Edit>()
  const session = useRef<PromptSession>(undefined)
  const screen = useRef<Terminal>(undefined)
  const refit = useRef<() => void>(undefined)
  const [line, keepLine] = useSessionDraft(`terminal-line/${number}`, '')
  const current = useRef({ identity, act, go, clock, leave, line, keepLine })
  current.current = { identity, act, go, clock, leave, line, keepLine }
  useEffect(() => {
    const place = element.current
    if (!place) return
    const { terminal, fit } = createScreen(place, {
      fontFamily: getComputedStyle(place).getPropertyValue('--o-mono').trim() || 'monospace',
      fontSize: fontSize(usePreferences.getState().presenting),
      cursorBlink: false,
      scrollback: 5000,
      screenReaderMode: useTerminalMemory.getState().screenReader,
      theme: screenTheme(place),
    })
    terminal.attachCustomKeyEventHandler((event) => isScreenKey(event, () => current.current.leave()))
    const prompt = new PromptSession(terminal, {
      session: page,
      clock: { ...PAGE_CLOCK, now: () => clockNow(current.current.clock) },
      identity: () => current.current.identity,
      act: (name, groups) => current.current.act(name, groups),
      go: (where) => current.current.go(where),
      edit: (name, text) =>
        new Promise((resolve) =>
          setEdit({
            name,
            text,
            done: (changed) => {
              setEdit(undefined)
              terminal.focus()
              resolve(changed)
            },
          }),
        ),
      onLinks: setLinks,
      typed: () => current.current.line,
      onLine: (text) => current.current.keepLine(text),
      announce: setSaid,
    })
    linkScreen(terminal, {
      catalogue: () => prompt.commands.catalogue(),
      printed: prompt.printed,
      identity: () => current.current.identity,
      go: (where) => current.current.go(where),
    })
    session.current = prompt
    screen.current = terminal
    refit.current = () => place.clientHeight > 0 && fit()
    const sized = new ResizeObserver(refit.current)
    sized.observe(place)
    prompt.start()
    terminal.focus()
    return () => {
      sized.disconnect()
      prompt.stop()
      terminal.dispose()
      session.current = undefined
      screen.current = undefined
    }
  }, [element, page, createScreen])
  useScreenLook(element, screen, refit)
  useEffect(() => session.current?.refresh(), [identity])
  return { links, said, edit, session, screen }
}
