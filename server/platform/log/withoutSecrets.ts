// Takes secrets out of the words of other systems, which may repeat what they were sent.

export function withoutSecrets(secrets: Iterable<string>, text: string): string {
  return [...secrets]
    .filter(Boolean)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
