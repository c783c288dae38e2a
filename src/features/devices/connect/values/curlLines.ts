// A command that sends one signed event, for a POSIX shell with curl and openssl.

/** Without the secret it says where to put it. */
export const curlLines = (url: string, secret = 'the secret'): string =>
  [
    `secret=${quoted(secret)}`,
    `door=${quoted(decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)))}`,
    `body='{"events":[{"employee_id":"00101","event_type":"check-in","timestamp":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'"}]}'`,
    'time=$(date +%s)',
    `signature=$(printf '%s' "v2.$time.$door.$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)`,
    `curl -H 'Content-Type: application/json' -H "X-Rollcall-Timestamp: $time" \\`,
    `  -H "X-Rollcall-Signature: v2=$signature" -d "$body" ${quoted(url)}`,
  ].join('\n');

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
