import { expect, test } from 'vitest'
import { parseBundle, verifyChain } from './chain'
import { CLIENT_AUTH } from './usages'

const crypto = globalThis.crypto

test('an authority may sign with Ed25519', async () => {
  const [root, leaf] = parseBundle(`-----BEGIN CERTIFICATE-----
MIIBXzCCARGgAwIBAgIUH39DNMl2NPmoMHzfCt3nm5IUF3wwBQYDK2VwMBwxGjAY
BgNVBAMMEWVkMjU1MTkgYXV0aG9yaXR5MCAXDTI2MTEyMjA2NDQ0MloYDzIxMjYx
MDI5MDY0NDQyWjAcMRowGAYDVQQDDBFlZDI1NTE5IGF1dGhvcml0eTAqMAUGAytl
cAMhADyucCDrJZfbTSB/fsgHONbzGqjB+sQhki93YWmctgjAo2MwYTAdBgNVHQ4E
FgQUYY0bO3VZzdGNwGWjHQh+roxExUowHwYDVR0jBBgwFoAUYY0bO3VZzdGNwGWj
HQh+roxExUowDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwBQYDK2Vw
A0EAiYBYss7IH5ka7zzv2KCZhKbCs4/xoT33WMZbaOquylmGpFIAFJFkDb5/qQw/
kx6U7SOFzB2sL7MjKFgeGx6zCQ==
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIBdjCCASigAwIBAgIUB2lN5nTGoEe1tv8i2v1p/B9Vs2cwBQYDK2VwMBwxGjAY
BgNVBAMMEWVkMjU1MTkgYXV0aG9yaXR5MCAXDTI2MTEyMjA2NDQ0MloYDzIxMjYx
MDI5MDY0NDQyWjAQMQ4wDAYDVQQDDAVhbGljZTBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABB+X82t3SLNqr8zVKPXAYdn9Clsq48z8rCUVpbgEt0p25JbYAch4KxiZ
Lfq4QWsPD36HfJfZn4AMtYHgcoHfREKjVzBVMBMGA1UdJQQMMAoGCCsGAQUFBwMC
MB0GA1UdDgQWBBSpAkxd9gDFGx7aPWCtIUXhmPtqLjAfBgNVHSMEGDAWgBRhjRs7
dVnN0Y3AZaMdCH6ujETFSjAFBgMrZXADQQDWHFrjTqqyp6MCyBQt1kj5AxJ65S5S
HyJEszgs+RjPM040ywrKa1zoPd0WspPTXRh1q2bSB0ySME7BlY671L0I
-----END CERTIFICATE-----
`)
  if (!root || !leaf) throw new Error('the bundle holds two certificates')
  const rules = { roots: [root], now: Date.parse('2030-01-01'), usage: CLIENT_AUTH }
  expect(await verifyChain(crypto, [leaf.der], rules)).toHaveLength(2)
  const changed = Uint8Array.from(leaf.der)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  await expect(verifyChain(crypto, [changed], rules)).rejects.toThrow('unknown authority')
})
