import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Attributes } from '../../../authorization/authorizer'
import { explain } from '../../../access-analysis/explain'
import { forbiddenMessage } from '../../../authorization/forbidden'
import { whoCanWhere } from '../../../access-analysis/who-can'
import { reviewSpecOf } from '../../../authorization/webhook'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { Empty, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSystemClient } from '../../state/connection'
import { useSetQuery } from '../../state/place'
import { bundlesFor } from '../../components/refusal/bundles'
import { useAccess, useRbacDrafts } from './context'
import { PersonLink, RuleLine, GrantPath } from './parts'
import { personOf, personOfSubject, subjectOf, personText, userInfoOf } from './people'
import { attributesFor, phraseOf } from './question'
import { QuestionBar, useQuestion } from './QuestionBar'
import { ownRole } from './remedy'
import { useComparePlace } from './use-compare-place'
import { NearMisses } from './NearMisses'
import { WhoMay } from './WhoMay'

/** One request: whether it is allowed, by what or why not, and who else is allowed. */
export function WhyView() {
  const { index } = useAccess()
  const setQuery = useSetQuery()
  const { question, who, person, namespaced } = useQuestion()
  const attributes = attributesFor(question, person ? userInfoOf(person) : { name: '', groups: [] }, namespaced)
  const shape = JSON.stringify(attributes)
  const able = useMemo(
    () => whoCanWhere(index, JSON.parse(shape) as Attributes, namespaced),
    [index, shape, namespaced],
  )
  const count = new Set(able.flatMap((place) => place.able.map(({ subject }) => personText(personOfSubject(subject)))))
    .size
  return (
    <>
      <QuestionBar />
      <div className="o-page-body">
        <div className="o-columns o-why">
          {person ? (
            <Answer who={who} attributes={attributes} phrase={phraseOf(question, namespaced)} />
          ) : (
            <section className="o-panel" aria-label="Result">
              <Empty title="Pick a user" icon="identity">
                Choose a user above, or pick one from the list to see which binding grants it.
              </Empty>
            </section>
          )}
          <section className="o-panel" aria-label="Subjects that can">
            <header>
              <h2>Who may {phraseOf(question, namespaced)}</h2>
              <span className="o-grow" />
              <span className="o-dim o-num">{count}</span>
            </header>
            {able.map((place) => (
              <WhoMay
                key={place.namespace}
                {...place}
                titled={able.length > 1}
                chosen={who}
                onChoose={(text, name) =>
                  setQuery(
                    { who: text, ...(place.namespace && namespaced && { ns: place.namespace }), ...(name && { name }) },
                    { push: true },
                  )
                }
              />
            ))}
          </section>
        </div>
      </div>
    </>
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
  const { draft } = useRbacDrafts()
  const shape = JSON.stringify(attributes)
  const explanation = useMemo(() => explain(index, JSON.parse(shape) as Attributes), [index, shape])
  const person = personOf(who)
  const comparePlace = useComparePlace()
  return (
    <section className="o-panel" aria-label="Result">
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
          <p className="o-code o-mono o-flush">{forbiddenMessage(attributes)}</p>
        )}
        <ServerAnswer attributes={attributes} roles={explanation.allowed} />
        {explanation.allowed ? (
          <ol className="o-plain" aria-label="Bindings that allow it">
            {explanation.grants.map((grant, i) => (
              <li key={i}>
                <GrantPath grant={grant} />
                <div>
                  <RuleLine rule={grant.rule} />
                </div>
                {i === 0 && explanation.grants.length > 1 && (
                  <div className="o-small o-dim">The first binding decides. The others also allow it:</div>
                )}
              </li>
            ))}
          </ol>
        ) : explanation.nearMisses.length === 0 ? (
          <p className="o-dim o-flush">
            No close match: no rule, role or binding would allow this request with a small change.
          </p>
        ) : (
          <NearMisses explanation={explanation} person={person} attributes={attributes} />
        )}
        {!explanation.allowed && person && (
          <div className="o-row wrap">
            <span className="o-grow o-dim o-basis">Or draft a new role and its binding:</span>
            {bundlesFor(attributes).map((bundle) => (
              <Button
                key={bundle.id}
                className="o-wraps"
                size="compact-sm"
                variant="default"
                leftSection={<Icon name="plus" size={12} />}
                onClick={() => draft(ownRole({ attributes, subject: subjectOf(person), find }, bundle).objects)}
              >
                {bundle.title}
              </Button>
            ))}
          </div>
        )}
        <Go place={comparePlace(who)}>Send this request as this user</Go>
      </div>
    </section>
  )
}

interface Review {
  readonly status: { readonly allowed: boolean; readonly reason?: string; readonly evaluationError?: string }
}

/** The server's own answer, from all its authorizers. */
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
  if (review.isError) return <ErrorMessage error={review.error} onRetry={() => void review.refetch()} />
  if (!review.data) return <p className="o-dim o-small o-flush">Checking…</p>
  const { allowed, reason, evaluationError } = review.data.status
  return (
    <div className="o-small">
      <span className="o-dim">A SubjectAccessReview says </span>
      <b className={`o-tone o-tone-${allowed ? 'allowed' : 'refused'}`}>{allowed ? 'allowed' : 'not allowed'}</b>
      {allowed !== roles && <span> (decided by another authorizer, not RBAC)</span>}
      {reason && <div className="o-dim o-break">{reason}</div>}
      {evaluationError && <div className="o-tone o-tone-refused o-break">{evaluationError}</div>}
    </div>
  )
}
