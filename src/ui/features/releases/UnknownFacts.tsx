import { unknownFacts } from '../../../api/releases/unknown-facts'

/** What of a release is not known or not simulated here. */
export function UnknownFacts({ release }: { readonly release: number }) {
  const facts = unknownFacts(release)
  return (
    <section className="o-panel o-panel-body" aria-labelledby="unknown-facts">
      <h2 id="unknown-facts">What is missing of 1.{release}</h2>
      <ul>
        {facts.map(({ about, text }) => (
          <li key={text}>
            <strong>{about}</strong>: {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
