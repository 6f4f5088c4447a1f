import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../state/keys'
import { Icon } from '../../components/Icon'
import { Markdown } from '../../components/lesson/Markdown'
import { Loading } from '../../components/States'
import { useLessonOf, useLessonProgress } from '../../queries/lesson-player'
import { type OpenLesson, useLesson } from '../../state/lesson/lesson-state'
import type { ScenarioProgress } from '../../../scenarios/progress'
import type { Scenario, Step } from '../../../scenarios/scenario'
import { LessonEnd } from './LessonEnd'
import { PlayerHead } from './PlayerHead'
import { useShowing } from './pointer/use-showing'
import { ShowMe } from './ShowMe'
import { StepView } from './StepView'
import './player.css'

type PlayerState = Pick<ReturnType<typeof useLesson.getState>, 'collapsed' | 'collapse'>

/** Keeps the focus in the lesson when it is collapsed or expanded, and binds a key that toggles it. */
function useLessonFocus({ collapsed, collapse }: PlayerState) {
  const panel = useRef<HTMLElement>(null)
  const tab = useRef<HTMLButtonElement>(null)
  const was = useRef(collapsed)
  useEffect(() => {
    if (was.current === collapsed) return
    was.current = collapsed
    const here = tab.current ?? panel.current
    here?.focus()
  }, [collapsed])
  const goThere = (): void => {
    if (collapsed) collapse(false)
    else if (panel.current?.contains(document.activeElement)) document.getElementById('content')?.focus()
    else panel.current?.focus()
  }
  useKeys([
    { keys: 'L', title: 'Move the focus to the lesson, and back to the page', section: 'Everywhere', run: goThere },
  ])
  return { panel, tab }
}

/** The open lesson, beside any page. */
export function Player() {
  const { open, collapsed, collapse } = useLesson()
  return open ? <OpenPlayer open={open} collapsed={collapsed} collapse={collapse} /> : null
}

function OpenPlayer({ open, collapsed, collapse }: PlayerState & { readonly open: OpenLesson }) {
  const lesson = useLessonOf(open.id)
  const { panel, tab } = useLessonFocus({ collapsed, collapse })
  if (!lesson) return null
  if (collapsed)
    return (
      <button ref={tab} id="lesson-panel" type="button" className="o-player-tab" onClick={() => collapse(false)}>
        <Icon name="learn" size={16} /> {lesson.scenario.title}
      </button>
    )
  return (
    <aside ref={panel} id="lesson-panel" className="o-player" aria-label="Lesson" tabIndex={-1}>
      <PlayerHead lesson={lesson} />
      <Steps key={`${open.id} ${open.openedAt}`} scenario={lesson.scenario} open={open} />
    </aside>
  )
}

/** The progress as text, for users who cannot see the list of steps. */
function standing(steps: readonly Step[], { current, wrong }: ScenarioProgress, reached: number): string {
  const step = steps[current]
  if (!step) return 'You have completed the lesson.'
  const before = current < reached ? 'A step was undone. ' : current > 0 ? `Step ${current} is done. ` : ''
  return `${before}Step ${current + 1} of ${steps.length}: ${step.title}${wrong ? '. That was not correct.' : ''}`
}

const BEGUN: ScenarioProgress = { done: [], current: 0, hints: [] }

function Steps({ scenario, open }: { readonly scenario: Scenario; readonly open: OpenLesson }) {
  const seen = useLessonProgress(scenario, open)
  // In a lesson that was just opened nothing has been done, so its first step is shown before the checks are answered.
  const progress = seen ?? (open.reached === 0 ? BEGUN : undefined)
  const showing = useShowing(scenario, open.openedAt)
  if (!progress) return <Loading lines={5} label="Checking the lesson" />
  const steps = scenario.steps ?? []
  const step = steps[progress.current]
  if (steps.length === 0)
    return (
      <div className="o-player-body">
        <Markdown text={scenario.note ?? scenario.summary} />
      </div>
    )
  return (
    <div className="o-player-body">
      <ol className="o-player-steps" aria-label="Steps">
        {steps.map(({ title, lasts }, i) => {
          const done = progress.done[i] === true || (i < progress.current && lasts === false)
          const undone = !done && i < open.reached
          const state = done ? 'done' : undone ? 'undone' : i === progress.current ? 'current' : 'open'
          return (
            <li key={title} className={state} aria-current={i === progress.current ? 'step' : undefined}>
              <Icon name={done ? 'check' : undone ? 'undo' : 'none'} size={14} />
              <span>
                {title}
                {done && <VisuallyHidden component="span"> done</VisuallyHidden>}
                {undone && <em> no longer done</em>}
              </span>
            </li>
          )
        })}
      </ol>
      {/* Announces the completed step to screen readers; the next step's text is read on demand. */}
      <VisuallyHidden role="status">{standing(steps, progress, open.reached)}</VisuallyHidden>
      {step ? (
        <StepView key={progress.current} scenario={scenario} step={step} progress={progress} />
      ) : (
        <LessonEnd id={open.id} scenario={scenario} />
      )}
      {/* A step can be completed before its whole solution was shown. */}
      <ShowMe step={step && progress.current} showing={showing} />
    </div>
  )
}
