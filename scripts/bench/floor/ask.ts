// Calls the API. Like the rest of the floor, it handles no errors and checks no answers.

export async function ask<T>(path: string, body?: object): Promise<T> {
  const token = localStorage.getItem('auth_token');
  const response = await fetch(`/web/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
  return (await response.json()).data;
}
