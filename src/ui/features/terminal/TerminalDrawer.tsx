import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { measures } from '../../components/measures'
import { HeightGrip } from '../../components/HeightGrip'
import { Icon } from '../../components/Icon'
import { Loading } from '../../components/States'
import { closeTerminal, useTerminal } from '../../state/terminal'
import { useTerminalMemory } from './history'
import type { Pane, PaneProps } from './TerminalPane'
import './terminal.css'
import { Tip } from '../../components/Tip'

const TerminalPane = lazy(async () => {
  const [{ TerminalPane }, { createScreen }] = await Promise.all([import('./TerminalPane'), import('./xterm-screen')])
  return { default: (props: PaneProps) => <TerminalPane {...props} createScreen={createScreen} /> }
})

/** Maximum number of sessions, limited by the width. */
const MOST = 4

/** Minimum height in pixels; below it no line is visible. */
const LEAST_HEIGHT = 160

/** The terminal on every page: sessions side by side, each with its own identity. It keeps its state while closed. */
export function TerminalDrawer() {
  const opened = useTerminal((state) => state.opened)
  const { height, screenReader, set } = useTerminalMemory()
  const [panes, setPanes] = useState<readonly Pane[]>([{ id: 1 }])
  const [active, setActive] = useState(1)
  const next = useRef(2)
  useEffect(() => {
    if (opened) return
    const old = useTerminal.getState().before
    const stays = old instanceof HTMLElement && old !== document.body && old.isConnected
    const back = stays ? old : document.getElementById('content')
    back?.focus()
  }, [opened])
  const resize = (to: number): void => set({ height: Math.min(Math.max(to, LEAST_HEIGHT), window.innerHeight - 160) })
  const add = (): void => {
    const id = next.current++
    setPanes([...panes, { id }])
    setActive(id)
  }
  return (
    <section
      className={`o-term o-own-height ${opened ? '' : 'o-absent'}`}
      aria-label="Terminal"
      style={measures({ height })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (event.target as HTMLElement).closest('.xterm')) return
        // The page below would navigate back on the same key.
        event.preventDefault()
        closeTerminal()
      }}
    >
      <HeightGrip label="Height of the terminal" height={height} least={LEAST_HEIGHT} onHeight={resize} />
      <div className="o-term-head">
        <strong>Terminal</strong>
        <span className="o-tag">simulated</span>
        <span className="o-dim o-tiny o-term-keys">
          Tab completes · Ctrl R searches · F6 or Shift Tab leaves · Ctrl ` closes
        </span>
        <span className="o-grow" />
        <label className="o-term-reader o-tiny">
          <input
            type="checkbox"
            checked={screenReader}
            onChange={(event) => set({ screenReader: event.currentTarget.checked })}
          />{' '}
          Screen reader
        </label>
        <Tip label="Another session beside this one">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Add a session"
            disabled={panes.length >= MOST}
            onClick={add}
          >
            <Icon name="plus" />
          </ActionIcon>
        </Tip>
        <Tip label="Close (Ctrl `)">
          <ActionIcon variant="subtle" color="gray" aria-label="Close the terminal" onClick={closeTerminal}>
            <Icon name="close" />
          </ActionIcon>
        </Tip>
      </div>
      <div className="o-term-panes">
        <Suspense fallback={<Loading />}>
          {panes.map((pane, at) => (
            <TerminalPane
              key={pane.id}
              pane={pane}
              number={at + 1}
              active={pane.id === active}
              shown={opened}
              onActive={() => setActive(pane.id)}
              onAs={(as) => setPanes((all) => all.map((one) => (one.id === pane.id ? { ...one, as } : one)))}
              onClose={
                panes.length > 1
                  ? () => {
                      const rest = panes.filter((one) => one !== pane)
                      setPanes(rest)
                      setActive(rest.at(-1)?.id ?? 1)
                    }
                  : undefined
              }
            />
          ))}
        </Suspense>
      </div>
    </section>
  )
}
