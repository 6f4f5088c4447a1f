import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Attributes } from '../../../authorization/authorizer'
import { explain } from '../../../authorization/explain'
import { forbiddenMessage } from '../../../authorization/forbidden'
import { type Able, whoCan } from '../../../authorization/lab'
import { reviewSpecOf } from '../../../authorization/webhook'
import { MASTERS_GROUP } from '../../../machinery/user'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { Empty, Trouble } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSystemClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { useAccess, useBench } from './context'
import { PersonLink, RuleLine, Way } from './parts'
import { personOf, personOfSubject, subjectOf, textOf, userInfoOf } from './people'
import { attributesFor, phraseOf } from './question'
import { QuestionBar, useQuestion } from './QuestionBar'
import { ownRole, remedyFor } from './remedy'

/** One request: whether, by what, why not, and who else. */
export function WhyView() {
  const { index } = useAccess()
  const setQuery = useSetQuery()
  const { question, who, person, namespaced } = useQuestion()
  const attributes = attributesFor(question, person ? userInfoOf(person) : { name: '', groups: [] }, namespaced)
  const shape = JSON.stringify(attributes)
  const able = useMemo(() => whoCan(index, JSON.parse(shape) as Attributes), [index, shape])
  return (
    <>
      <QuestionBar />
      <div className="o-page-body">
        <div className="o-columns o-why">
          {person ? (
            <Answer who={who} attributes={attributes} phrase={phraseOf(question, namespaced)} />
          ) : (
            <section className="o-panel" aria-label="Answer">
              <Empty title="Who asks?" icon="identity">
                Name somebody above, or choose one of those who may, to see by what.
              </Empty>
            </section>
          )}
          <section className="o-panel" aria-label="Who may">
            <header>
              <h2>Who may {phraseOf(question, namespaced)}</h2>
              <span className="o-grow" />
              <span className="o-dim o-num">{able.length}</span>
            </header>
            <WhoMay able={able} onChoose={(text) => setQuery({ who: text }, { push: true })} chosen={who} />
          </section>
        </div>
      </div>
    </>
  )
}

function WhoMay({
  able,
  chosen,
  onChoose,
}: {
  readonly able: readonly Able[]
  readonly chosen: string
  readonly onChoose: (text: string) => void
}) {
  return (
    <ul className="o-plain o-panel-body">
      {able.map(({ subject, grants }) => {
        const text = textOf(personOfSubject(subject))
        return (
          <li key={text}>
            <button
              type="button"
              className="o-link o-mono o-break"
              aria-pressed={text === chosen}
              onClick={() => onChoose(text)}
            >
              {text}
            </button>
            {grants.slice(0, 2).map((grant, i) => (
              <div key={i} className="o-small">
                <Way grant={grant} />
              </div>
            ))}
            {grants.length > 2 && <div className="o-small o-dim">and {grants.length - 2} more ways</div>}
          </li>
        )
      })}
      {!able.some(({ subject }) => subject.name === MASTERS_GROUP) && (
        <li>
          <span className="o-mono">group:{MASTERS_GROUP}</span>
          <div className="o-small o-dim">Always, whatever roles say: it is asked before them.</div>
        </li>
      )}
    </ul>
  )
}

function Answer({
  who,
  attributes,
  phrase,
}: {
  readonly who: string
  readonly attributes: Attributes
  readonly phrase: string
}) {
  const { index, find } = useAccess()
  const { draft } = useBench()
  const shape = JSON.stringify(attributes)
  const explanation = useMemo(() => explain(index, JSON.parse(shape) as Attributes), [index, shape])
  const person = personOf(who)
  const query = useQueryState()
  return (
    <section className="o-panel" aria-label="Answer">
      <header>
        <h2>
          May <PersonLink text={who} namespace={attributes.namespace} /> {phrase}?
        </h2>
        <span className="o-grow" />
        <Verdict tone={explanation.allowed ? 'allowed' : 'refused'}>
          {explanation.allowed ? 'allowed' : 'refused'}
        </Verdict>
      </header>
      <div className="o-panel-body o-stack">
        {!explanation.allowed && person?.kind !== 'Group' && (
          <p className="o-code o-mono" style={{ margin: 0 }}>
            {forbiddenMessage(attributes)}
          </p>
        )}
        <ServerAnswer attributes={attributes} roles={explanation.allowed} />
        {explanation.allowed ? (
          <ol className="o-plain" aria-label="What allows it">
            {explanation.grants.map((grant, i) => (
              <li key={i}>
                <Way grant={grant} />
                <div>
                  <RuleLine rule={grant.rule} />
                </div>
                {i === 0 && explanation.grants.length > 1 && (
                  <div className="o-small o-dim">This one decides; the others would allow it, too:</div>
                )}
              </li>
            ))}
          </ol>
        ) : explanation.nearMisses.length === 0 ? (
          <p className="o-dim" style={{ margin: 0 }}>
            Nothing is near: no rule of theirs, no role and no binding would allow it with a small change.
          </p>
        ) : (
          <>
            <h3 className="o-h2">What is nearly there, nearest first</h3>
            <ol className="o-plain o-misses">
              {explanation.nearMisses.map((miss) => {
                const remedy = person && remedyFor(miss, attributes, subjectOf(person), find)
                return (
                  <li key={miss.what}>
                    <div className="o-row wrap">
                      {miss.lacks.map((lack) => (
                        <Verdict key={lack} tone="refused">
                          {lack} missing
                        </Verdict>
                      ))}
                    </div>
                    <div className="o-break">{miss.what}.</div>
                    {miss.rule && (
                      <div>
                        <RuleLine rule={miss.rule} />
                      </div>
                    )}
                    <div className="o-row wrap">
                      <span className="o-grow o-dim" style={{ flexBasis: '14rem' }}>
                        {miss.fix}
                      </span>
                      {remedy && (
                        <Button
                          size="compact-xs"
                          leftSection={<Icon name="edit" size={12} />}
                          onClick={() => draft(remedy.objects)}
                        >
                          {remedy.title}
                        </Button>
                      )}
                    </div>
                  </li>
                )
              })}
            </ol>
          </>
        )}
        {!explanation.allowed && person && (
          <div className="o-row wrap">
            <span className="o-grow o-dim" style={{ flexBasis: '14rem' }}>
              The least that helps is a rule for just this request.
            </span>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="plus" size={12} />}
              onClick={() => draft(ownRole({ attributes, subject: subjectOf(person), find }).objects)}
            >
              Draft a role of their own
            </Button>
          </div>
        )}
        <Go
          place={{
            to: '/access/twice',
            search: {
              who: query['who'],
              verb: query['verb'],
              what: query['what'],
              ns: query['ns'],
              name: query['name'],
            },
          }}
        >
          Send this request as them
        </Go>
      </div>
    </section>
  )
}

interface Review {
  readonly status: { readonly allowed: boolean; readonly reason?: string; readonly evaluationError?: string }
}

/** What the server itself says, all its authorizers together. */
function ServerAnswer({ attributes, roles }: { readonly attributes: Attributes; readonly roles: boolean }) {
  const client = useSystemClient()
  const { version } = useAccess()
  const review = useQuery({
    queryKey: ['access-review', JSON.stringify(attributes), version],
    queryFn: () =>
      client.json<Review>('POST', '/apis/authorization.orch.io/v1/subjectaccessreviews', {
        apiVersion: 'authorization.orch.io/v1',
        kind: 'SubjectAccessReview',
        spec: reviewSpecOf(attributes, 'v1'),
      }),
  })
  if (review.isError) return <Trouble error={review.error} onRetry={() => void review.refetch()} />
  if (!review.data)
    return (
      <p className="o-dim o-small" style={{ margin: 0 }}>
        Asking the server …
      </p>
    )
  const { allowed, reason, evaluationError } = review.data.status
  return (
    <div className="o-small">
      <span className="o-dim">A SubjectAccessReview says </span>
      <b className={`o-tone o-tone-${allowed ? 'allowed' : 'refused'}`}>{allowed ? 'allowed' : 'not allowed'}</b>
      {allowed !== roles && <span> – another authorizer than roles decides</span>}
      {reason && <div className="o-dim o-break">{reason}</div>}
      {evaluationError && <div className="o-tone o-tone-refused o-break">{evaluationError}</div>}
    </div>
  )
}
