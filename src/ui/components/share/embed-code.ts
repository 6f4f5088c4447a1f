import { writeJson } from '../../../machinery/json-text'
import type { Scenario } from '../../../scenarios/scenario'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * HTML that shows a scenario in another page: the script of the playground element, the element, and its content. `href` is an address
 * of the site.
 */
export function embedCode(scenario: Scenario, href: string): string {
  const script = new URL('orchard-embed.js', href)
  script.search = script.hash = ''
  const place = scenario.page ?? '/explore'
  // The content of a script ends at the first `</`.
  const content = writeJson(scenario).replaceAll('<', '\\u003c')
  return `<script src="${escaped(script.href)}"></script>
<orch-playground place="${escaped(place)}" label="${escaped(scenario.title)}"></orch-playground>
<script>
  document.currentScript.previousElementSibling.load(${content})
</script>
`
}
