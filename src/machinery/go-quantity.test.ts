import { expect, it } from 'vitest'
import { goQuantity, goResources } from './go-quantity'
import { goText } from './go-values'

it.each([
  ['2', 'value:2, scale:0', '2', 'DecimalSI'],
  ['0', 'value:0, scale:0', '0', 'DecimalSI'],
  ['-1', 'value:-1, scale:0', '-1', 'DecimalSI'],
  ['1.5', 'value:15, scale:-1', '', 'DecimalSI'],
  ['1500m', 'value:1500, scale:-3', '1500m', 'DecimalSI'],
  ['2000m', 'value:2000, scale:-3', '', 'DecimalSI'],
  ['1k', 'value:1, scale:3', '1k', 'DecimalSI'],
  ['1e3', 'value:1, scale:3', '1e3', 'DecimalExponent'],
  ['3Gi', 'value:3221225472, scale:0', '3Gi', 'BinarySI'],
  ['8Mi', 'value:8388608, scale:0', '', 'BinarySI'],
])('%s is printed with its parts', (text, amount, kept, format) => {
  expect(goText(goQuantity(text))).toBe(
    `resource.Quantity{i:resource.int64Amount{${amount}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${kept}", Format:"${format}"}`,
  )
})

it('a quantity of more digits is printed as its text', () => {
  expect(goText(goQuantity('1234567890123456789'))).toBe('"1234567890123456789"')
})

it('a list of resources is printed with its type', () => {
  expect(goText(goResources({}))).toBe('core.ResourceList{}')
  expect(goText(goResources(undefined))).toBe('core.ResourceList(nil)')
  expect(goText(goResources({ b: '1', a: '2' }))).toMatch(
    /^core\.ResourceList\{"a":resource\.Quantity\{.*\}, "b":resource\.Quantity\{.*\}\}$/,
  )
})
