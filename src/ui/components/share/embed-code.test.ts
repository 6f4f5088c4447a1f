import { expect, it } from 'vitest'
import type { Scenario } from '../../../scenarios/scenario'
import { embedCode } from './embed-code'

const scenario: Scenario = { format: 1, title: 'A "shop" </script>', summary: '<b>', page: '/explore?ns=a&as=user:b' }

it('loads the script of the same site, and opens the page of the scenario', () => {
  const code = embedCode(scenario, 'https://site.example/kubernetes/?plane=x#/explore')
  expect(code).toContain('<script src="https://site.example/kubernetes/orchard-embed.js"></script>')
  expect(code).toContain('place="/explore?ns=a&amp;as=user:b"')
  expect(code).toContain('label="A &quot;shop&quot; &lt;/script&gt;"')
})

it('carries the scenario so that no text of it ends the script', () => {
  const code = embedCode(scenario, 'https://site.example/')
  expect(code.match(/<\/script>/g)).toHaveLength(2)
  const [, content = ''] = /\.load\((.*)\)\n/.exec(code) ?? []
  expect(JSON.parse(content)).toEqual(scenario)
})
