import { ActionIcon } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '../../components/Icon'
import { ADMIN, identityOf, impersonationId, NOBODY, useIdentities, useIdentity } from '../../state/identity'
import { takeOffer, useTerminal } from '../../state/terminal'
import { Tip } from '../../components/Tip'
import { EditDialog } from './EditDialog'
import { FoundLinks } from './FoundLinks'
import { usePrompt } from './use-prompt'
import type { CreateScreen } from './xterm-screen'

/** One session in the drawer. */
export interface Pane {
  readonly id: number
  /** The session's identity; the page's if absent. */
  readonly as?: string | undefined
}

/** Properties of a session, which the drawer renders. */
export interface PaneProps {
  readonly pane: Pane
  readonly number: number
  readonly active: boolean
  /** True if the terminal is visible. */
  readonly shown: boolean
  readonly onActive: () => void
  readonly onAs: (as: string | undefined) => void
  readonly onClose: (() => void) | undefined
}

/** A session: its identity, its screen, and links from the last output. */
export function TerminalPane({
  pane,
  number,
  active,
  shown,
  onActive,
  onAs,
  onClose,
  createScreen,
}: PaneProps & { readonly createScreen: CreateScreen }) {
  const { identity: own } = useIdentity()
  const { known, recent } = useIdentities()
  const identity = useMemo(
    () => (pane.as === undefined ? own : (identityOf(pane.as, known) ?? NOBODY)),
    [pane.as, own, known],
  )
  const element = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const offered = useTerminal((state) => state.offered)
  const { links, said, edit, session, screen } = usePrompt({
    element,
    number,
    createScreen,
    identity,
    act: (name, groups) => {
      if (name === undefined) return [identity.name, ...identity.groups].join(' ')
      const id =
        name === '-' ? undefined : name === ADMIN.id || name === NOBODY.id ? name : impersonationId(name, groups)
      onAs(id)
      return id === undefined ? `Acting as ${own.name}, like the page.` : `Acting as ${name} in this session.`
    },
    leave: () => bar.current?.querySelector<HTMLElement>('button, select')?.focus(),
  })
  useEffect(() => {
    if (active && shown) screen.current?.focus()
  }, [active, shown, screen])
  useEffect(() => {
    if (!offered || !active) return
    session.current?.offer(offered.line)
    screen.current?.focus()
    takeOffer()
  }, [offered, active, session, screen])
  const others = [...new Set([...(pane.as ? [pane.as] : []), ...recent, ...Object.keys(known)])].filter(
    (id) => id !== ADMIN.id && id !== NOBODY.id,
  )
  return (
    <section className="o-term-pane" aria-label={`Session ${number}, as ${identity.name}`} onFocus={onActive}>
      <div ref={element} className="o-term-screen" data-typing />
      <div ref={bar} className="o-term-bar" role="toolbar" aria-label={`Session ${number}`}>
        <FoundLinks links={links} />
        <span className="o-grow" />
        <label className="o-term-as">
          <span className="o-dim o-tiny">as</span>
          <select
            aria-label={`Identity of session ${number}`}
            value={pane.as ?? ''}
            onChange={(event) => onAs(event.currentTarget.value || undefined)}
          >
            <option value="">page: {own.name}</option>
            <option value={ADMIN.id}>admin</option>
            <option value={NOBODY.id}>anonymous</option>
            {others.map((id) => (
              <option key={id} value={id}>
                {identityOf(id, known)?.name ?? id}
              </option>
            ))}
          </select>
        </label>
        {onClose && (
          <Tip label="Close this session">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Close session ${number}`}
              onClick={onClose}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </Tip>
        )}
      </div>
      <div role="status" className="o-hidden">
        {said}
      </div>
      {edit && <EditDialog {...edit} />}
    </section>
  )
}
