import { knownGaps } from '../../../api/releases/known-gaps'

/** What is unknown or not simulated in a release; collapsed, so that the differences come first. */
export function KnownGaps({ release }: { readonly release: number }) {
  const facts = knownGaps(release)
  return (
    <details className="o-panel o-panel-body o-known-gaps">
      <summary>
        Not known or not simulated in 1.{release} <span className="o-dim">{facts.length}</span>
      </summary>
      <ul>
        {facts.map(({ about, text }) => (
          <li key={text}>
            <strong>{about}</strong>: {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
