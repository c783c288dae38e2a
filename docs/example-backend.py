"""A small backend for the console: the specification's calls, written from openapi.json alone, with records in memory.

    ADMIN_PASSWORD=… python3 example-backend.py openapi.json 4100

Paths, permissions, checks of bodies and messages are read from the document; only what the calls do stands here.
"""

import hashlib
import json
import os
import re
import secrets
import sys
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

with open(sys.argv[1], encoding='utf-8') as file:
    document = json.load(file)
base = document['servers'][0]['url']
operations = sorted(
    ((path, method.upper(), operation) for path, methods in document['paths'].items()
     for method, operation in methods.items() if operation['x-specification']),
    key=lambda each: each[0].count('{'))  # '/companies/all' is not the company 'all'
routes = [(re.compile(re.sub(r'\{(\w+)\}', r'(?P<\1>[^/]+)', path)), method, operation)
          for path, method, operation in operations]


class Refusal(Exception):
    def __init__(self, status, message, field=None):
        super().__init__(message)
        self.status, self.errors = status, {field: [message]} if field else None


# Checks of bodies, as far as the document's schemas go.
def is_a(name, value):
    if isinstance(value, bool):
        return name == 'boolean'
    kinds = {'null': type(None), 'string': str, 'array': list, 'object': dict, 'integer': int, 'number': (int, float)}
    return isinstance(value, kinds.get(name, ()))


def resolve(schema):
    if '$ref' not in schema:
        return schema
    found = document
    for step in schema['$ref'][2:].split('/'):
        found = found[step]
    return resolve(found)


def fault(schema, value):
    schema = resolve(schema)
    allowed = [schema['type']] if isinstance(schema.get('type'), str) else schema.get('type', [])
    if allowed and not any(is_a(each, value) for each in allowed):
        return 'This must be ' + ' or '.join(allowed)
    if value not in schema.get('enum', [value]):
        return 'This must be one of ' + ', '.join(map(str, schema['enum']))
    if isinstance(value, str):
        length = len(value) if value.strip() else 0
        if not schema.get('minLength', 0) <= length <= schema.get('maxLength', length):
            return 'This is too short or too long' if length else 'This is required'
        if not re.search(schema.get('pattern', ''), value):
            return 'This is not valid'
    if is_a('number', value) and not schema.get('minimum', value) <= value <= schema.get('maximum', value):
        return f"Please enter a number from {schema.get('minimum')} to {schema.get('maximum')}"
    if isinstance(value, list) and len(value) < schema.get('minItems', 0):
        return 'Please choose at least one'
    items = value if isinstance(value, list) else []
    return next(filter(None, (fault(schema.get('items', {}), each) for each in items)), None)


def fields_of(operation, body):
    """The fields of a body that the document knows, with their schemas, or a refusal."""
    content = operation.get('requestBody', {}).get('content', {})
    schema = resolve(content.get('application/json', {}).get('schema', {}))
    parts = [schema, *map(resolve, schema.get('allOf', []))]
    properties = {name: each for part in parts for name, each in part.get('properties', {}).items()}
    for name in (name for part in parts for name in part.get('required', [])):
        if body.get(name) is None:
            raise Refusal(422, 'This is required', name)
    fields = {name: body[name] for name in properties if name in body and name != 'version'}
    for name, value in fields.items():
        wrong = value is not None and fault(properties[name], value)
        if wrong:
            raise Refusal(422, wrong, name)
    return properties, {name: value for name, value in fields.items() if value is not None}


# The records, by table and id. No id is given twice.
tables = {name: {} for name in ('companies', 'company_urls', 'access_controllers', 'employees', 'attendance',
                                'settings', 'roles', 'permissions', 'users')}
sessions, configs, last_id = {}, {}, 0
flags = {'1': 'true', '0': 'false'}
slots = {'morning': {'time': '09:00', 'enabled': True}, 'evening': {'time': '18:00', 'enabled': False}}


def now():
    return datetime.now(timezone.utc)


def properties_of(shape):
    properties = document['components']['schemas'][shape]['properties'] if shape else {}
    return {name: resolve(each) for name, each in properties.items()}


def add(table, shape=None, **fields):
    """Adds a record, in which every field of its shape that is not given is empty."""
    global last_id
    last_id += 1
    empty = {'string': '', 'boolean': False, 'array': []}
    blank = {name: each.get('default', empty.get(str(each.get('type')))) for name, each in properties_of(shape).items()
             if name not in ('company', 'urls') and 'Only where' not in each.get('description', '')}
    tables[table][last_id] = {**blank, **fields, 'id': last_id, 'created_at': now().isoformat(timespec='seconds')}
    return tables[table][last_id]


def hashed(password, salt=None):
    salt = salt or secrets.token_hex(16)
    return f'{salt}:{hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**14, r=8, p=1).hex()}'


def is_password(user, password):
    return secrets.compare_digest(hashed(password, user['password'].split(':')[0]), user['password'])


def permissions_of(user):
    held = (each for role in user['roles'] for each in tables['roles'][role]['permissions'])
    return {tables['permissions'][each]['name'] for each in held}


def sees(user, row, table):
    """Whoever is assigned to companies sees the records of these; all others see every company."""
    company = row['id'] if table == 'companies' else row.get('company_id')
    return company is None or not user['companies'] or company in user['companies']


def shown(table, row):
    """A record as calls answer it."""
    row = {name: value for name, value in row.items() if name not in ('password', 'webhook_secret')}
    if table == 'companies':
        return {**row, 'urls': [each for each in tables['company_urls'].values() if each['company_id'] == row['id']]}
    if table == 'roles':
        return {**row, 'permissions': [tables['permissions'][each] for each in row['permissions']]}
    if table == 'users':
        roles = [shown('roles', tables['roles'][each]) for each in row['roles']]
        companies = [tables['companies'][each] for each in row['companies'] if each in tables['companies']]
        role = ', '.join(each['display_name'] for each in roles)
        return {**row, 'roles': roles, 'companies': companies, 'role': role, 'features': []}
    others = {'company': 'companies', 'employee': 'employees', 'access_controller': 'access_controllers'}
    for name, other in others.items():
        if f'{name}_id' in row and (name == 'company' or table == 'attendance'):
            found = tables[other].get(row[f'{name}_id'])
            row[name] = found and {key: found[key] for key in ('id', 'name', 'employee_id') if key in found}
    return row


class Call:
    """One request by somebody who may make it."""

    def __init__(self, operation, params, query, body, token):
        self.params, self.query, self.token = params, query, token
        self.user = tables['users'].get(sessions.get(token))
        if operation.get('security') != []:
            if not self.user:
                raise Refusal(401, 'Please sign in')
            if operation.get('x-permission', '') not in permissions_of(self.user) | {''}:
                raise Refusal(403, 'You may not do this')
            if operation.get('x-every-company') and self.user['companies']:
                raise Refusal(403, 'This affects all companies')
        self.properties, self.body = fields_of(operation, body)

    def record(self, table, key=None):
        key = key or self.params['id']
        row = next((each for each in tables[table].values() if key in (str(each['id']), each.get('key'))), None)
        if row is None or not sees(self.user, row, table):
            raise Refusal(404, 'There is no such record')
        return row

    def id_of(self, table, key=None):
        return self.record(table, key)['id']

    def rows(self, table, **equal):
        """Those that the caller sees and the query asks for, the newest first."""
        filters = {name: value for name, value in self.query.items() if re.search('^is_|_id$|_type$', name)}
        wanted = {name: str(value).lower() for name, value in {**filters, **equal}.items()}
        rows = [row for row in tables[table].values() if sees(self.user, row, table)
                and all(str(row.get(name)).lower() in (value, flags.get(value)) for name, value in wanted.items())]
        if table == 'attendance':
            first, last = self.query.get('start_date', ''), self.query.get('end_date', '9')
            rows = [row for row in rows if first <= row['timestamp'][:10] <= last]
        return sorted(rows, key=lambda row: (row.get('timestamp', ''), row['id']), reverse=True)

    def page(self, table):
        number, size = (self.query.get(name, usual) for name, usual in (('page', '1'), ('per_page', '20')))
        if not (number.isdigit() and size.isdigit() and int(number) > 0 and int(size) > 0):
            raise Refusal(422, 'Pages begin with 1', 'page')
        number, size, rows = int(number), min(int(size), 200), self.rows(table)
        return {'data': [shown(table, row) for row in rows[(number - 1) * size:number * size]], 'total': len(rows),
                'last_page': max(1, -(-len(rows) // size)), 'current_page': number, 'per_page': size}


# What the calls do, by their operationId.
calls = {
    'getAuthUser': lambda c: shown('users', c.user),
    'postAuthLogout': lambda c: sessions.pop(c.token, None) and None,
    'postAuthForgotPassword': lambda c: None,  # there is no mail server, and so no link
    'getCompaniesAll': lambda c: [shown('companies', row) for row in c.rows('companies')],
    'getCompaniesByIdUrls': lambda c: shown('companies', c.record('companies'))['urls'],
    'postCompaniesByIdUrls': lambda c: add('company_urls', 'CompanyUrl', **c.body, company_id=c.id_of('companies')),
    'getCompaniesByIdEmployees': lambda c: of_company(c, 'employees'),
    'getCompaniesByIdAccessControllers': lambda c: of_company(c, 'access_controllers'),
    'getAttendance': lambda c: c.page('attendance'),
    'getAttendanceById': lambda c: shown('attendance', c.record('attendance')),
    'getSettings': lambda c: list(tables['settings'].values()),
    'getSettingsPublic': lambda c: [row for row in tables['settings'].values() if row['is_public']],
    'getSettingsUrlTypes': lambda c: ['website', 'hr_system', 'crm'],
    'getSettingsByKey': lambda c: c.record('settings', c.params['keyOrId']),
    'postSettings': lambda c: write(c, 'settings', 'Setting'),
    'putSettingsByKey': lambda c: write(c, 'settings', 'Setting', c.record('settings', c.params['keyOrId'])),
    'deleteSettingsByKey': lambda c: tables['settings'].pop(c.id_of('settings', c.params['keyOrId'])) and None,
    'getPermissions': lambda c: list(tables['permissions'].values()),
    'getUsersPermissions': lambda c: sorted(permissions_of(c.user)),
    'getUsersByIdCompanies': lambda c: shown('users', c.record('users'))['companies'],
    'postUsersByIdAssignCompanies': lambda c: c.record('users').update(c.body),
    # Nothing is ever sent to an HR system.
    'getCompaniesByIdHrSyncConfig': lambda c: {'hr_sync_config': config_of(c)},
    'getCompaniesByIdHrSyncStatus': lambda c: {'today': day_of(c, 0), 'yesterday': day_of(c, 1)},
    'postCompaniesByIdHrSyncTest': lambda c: c.record('companies') and {'results': {'success': True}},
    'postHrSyncCompaniesById': lambda c: c.record('companies') and {'success': 0, 'failed': 0, 'errors': []},
    'postHrSyncAll': lambda c: {'success': 0, 'failed': 0, 'errors': []},
    'getHrSyncScheduleStatus': lambda c: {'current_slot': '', 'next_sync': '', 'schedules': slots},
    'putHrSyncScheduleBySlot': lambda c: slot_of(c).update(c.body),
    'putHrSyncScheduleBySlotToggle': lambda c: slot_of(c).update(c.body),
}


def is_nullable(schema):
    return isinstance(schema.get('type'), list) and 'null' in schema['type']


def call(function):
    calls[function.__name__] = function


def write(c, table, shape, row=None):
    for name, schema in c.properties.items():
        company = None if schema.get('x-unique') != 'company' else (row or c.body)['company_id']
        if 'x-unique' in schema and c.body.get(name) and any(
                each is not row and each.get(name) == c.body[name] and company in (None, each.get('company_id'))
                for each in tables[table].values()):
            raise Refusal(422, 'This is taken', name)
        if name in tables and any(each not in tables[name] for each in c.body.get(name, [])):
            raise Refusal(422, 'One of these does not exist', name)
    if 'company_id' in c.body and not c.rows('companies', id=c.body['company_id']):
        raise Refusal(422, 'There is no such company', 'company_id')
    if not c.body.get('password', 'as it is'):
        del c.body['password']
    if 'password' in c.body:
        c.body['password'] = hashed(c.body['password'])
    if row is None:
        return shown(table, add(table, shape, **c.body))
    empty = {name: '' if schema.get('type') == 'string' else None for name, schema in c.properties.items()
             if (schema.get('type') == 'string' or is_nullable(schema)) and not schema.get('writeOnly')
             and 'x-unique' not in schema and table != 'settings'}
    row.update(empty | c.body)
    return shown(table, row)


def remove(c, table):
    del tables[table][c.id_of(table)]


shapes = {'companies': 'Company', 'company_urls': 'CompanyUrl', 'access_controllers': 'AccessController',
          'employees': 'Employee', 'roles': 'Role', 'users': 'ListedUser'}
for table, shape in shapes.items():
    path = table.title().replace('_', '')
    calls[f'get{path}'] = lambda c, table=table: c.page(table)
    calls[f'get{path}ById'] = lambda c, table=table: shown(table, c.record(table))
    calls[f'post{path}'] = lambda c, table=table, shape=shape: write(c, table, shape)
    calls[f'put{path}ById'] = lambda c, table=table, shape=shape: write(c, table, shape, c.record(table))
    calls[f'delete{path}ById'] = lambda c, table=table: remove(c, table)


def of_company(c, table):
    return [shown(table, row) for row in c.rows(table, company_id=c.id_of('companies'))]


def config_of(c):
    usual = {name: each['default'] for name, each in properties_of('HrSyncConfigBody').items() if 'default' in each}
    return configs.setdefault(c.id_of('companies'), usual)


def slot_of(c):
    if c.params['slot'] not in slots:
        raise Refusal(404, 'There is no such slot')
    return slots[c.params['slot']]


def day_of(c, days_ago):
    day = str((now() - timedelta(days=days_ago)).date())
    total = sum(row['timestamp'].startswith(day) for row in of_company(c, 'attendance'))
    return {'total_records': total, 'synced': 0, 'failed': 0, 'pending': total}


@call
def putCompaniesByIdHrSyncConfig(c):
    config_of(c).update({name: value for name, value in c.body.items() if name in config_of(c)})
    return {'hr_sync_config': config_of(c)}


@call
def postCompaniesByIdHrSyncConfigReset(c):
    configs.pop(c.id_of('companies'), None)
    return {'hr_sync_config': config_of(c)}


@call
def getHrSyncCompaniesByIdStatus(c):
    urls = [row['url'] for row in shown('companies', c.record('companies'))['urls'] if row['url_type'] == 'hr_system']
    url = urls[0] if urls else ''
    return {'has_hr_url': bool(url), 'hr_url': url, 'today_attendance_count': day_of(c, 0)['total_records']}


@call
def postCompanyUrlsByIdCheckHealth(c):
    row = c.record('company_urls')
    row.update(health_status='online', health_error='', last_health_check=now().isoformat(timespec='seconds'))
    try:
        urllib.request.urlopen(row['url'], timeout=5).close()
    except (OSError, ValueError) as error:
        row.update(health_status='offline', health_error=str(error))
    return row


@call
def getCompanyUrlsHealthStatistics(c):
    states = [row['health_status'] for row in c.rows('company_urls')]
    return {'total': len(states), **{state: states.count(state) for state in ('online', 'offline', 'unknown')}}


@call
def postAttendanceMarkProcessed(c):
    rows = [c.record('attendance', str(each)) for each in c.body['record_ids']]
    pending = [row for row in rows if not row['is_processed']]
    for row in pending:
        row['is_processed'] = True
    return {'updated': len(pending)}


@call
def getAttendanceStatistics(c):
    rows = c.rows('attendance')
    ins, done = sum(row['event_type'] == 'check-in' for row in rows), sum(row['is_processed'] for row in rows)
    recent = sum(datetime.fromisoformat(row['timestamp']) > now() - timedelta(days=1) for row in rows)
    days = [row['timestamp'][:10] for row in rows]
    return {'total': len(rows), 'check_ins': ins, 'check_outs': len(rows) - ins, 'processed': done,
            'pending': len(rows) - done, 'last_24_hours': recent,
            'days': [{'date': day, 'total': days.count(day)} for day in sorted(set(days))]}


@call
def getPermissionsByModule(c):
    return {module: [row for row in tables['permissions'].values() if row['module'] == module]
            for module in sorted({row['module'] for row in tables['permissions'].values()})}


@call
def postAuthLogin(c):
    user = next((each for each in tables['users'].values() if each['email'] == c.body['email']), None)
    if not user or not is_password(user, c.body['password']):
        raise Refusal(401, 'E-mail or password is wrong')
    token = secrets.token_urlsafe(32)
    sessions[token] = user['id']
    return {'token': token, 'user': shown('users', user)}


@call
def postAuthChangePassword(c):
    if not is_password(c.user, c.body['current_password']):
        raise Refusal(422, 'This is not your password', 'current_password')
    if c.body['password'] != c.body.get('password_confirmation'):
        raise Refusal(422, 'The passwords differ', 'password_confirmation')
    c.user['password'] = hashed(c.body['password'])
    for token in [token for token, user in sessions.items() if user == c.user['id'] and token != c.token]:
        del sessions[token]


@call
def postAuthResetPassword(c):
    raise Refusal(422, 'This link does not work', 'token')


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self):
        sent = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        try:
            status, answer = 200, {'success': True, **self.dispatch(sent)}
        except Refusal as refusal:
            status, answer = refusal.status, {'success': False, 'data': None, 'message': str(refusal)}
            if refusal.errors:
                answer['errors'] = refusal.errors
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def dispatch(self, sent):
        url = urlsplit(self.path)
        for pattern, method, operation in routes:
            match = method == self.command and pattern.fullmatch(url.path.removeprefix(base))
            if match:
                try:
                    body = json.loads(sent or '{}')
                except ValueError:
                    raise Refusal(422, 'This is not JSON', 'body') from None
                token = self.headers.get('Authorization', '').removeprefix('Bearer ')
                body = body if isinstance(body, dict) else {}
                c = Call(operation, match.groupdict(), dict(parse_qsl(url.query)), body, token)
                example = operation['responses']['2XX']['content']['application/json'].get('example', {})
                return {'data': calls[operation['operationId']](c), 'message': example.get('message', '')}
        raise Refusal(404, 'There is no such call')

    def log_message(self, *_):
        pass


# Something to see, an administrator, and a user who sees one company.
named = {operation.get('x-permission') for *_, operation in routes} - {None} | {'employees.edit_id'}
every = [add('permissions', name=name, display_name=name, module=name.split('.')[0])['id'] for name in sorted(named)]
views = [each for each in every if tables['permissions'][each]['name'].endswith('.view')]
administrator = add('roles', 'Role', name='administrator', display_name='Administrator', permissions=every)['id']
viewer = add('roles', 'Role', name='viewer', display_name='Viewer', permissions=views)['id']
for name in ('Alder', 'Birch'):
    company = add('companies', 'Company', name=name)['id']
    add('company_urls', 'CompanyUrl', company_id=company, url_type='website', url='https://example.com/')
    door = add('access_controllers', 'AccessController', company_id=company, name='Front door')['id']
    for number in range(3):
        person = {'employee_id': f'{number:05}', 'name': f'{name} {number}'}
        employee = add('employees', 'Employee', company_id=company, **person)['id']
        for hours, kind in ((60, 'check-in'), (52, 'check-out'), (12, 'check-in'), (4, 'check-out')):
            add('attendance', company_id=company, employee_id=employee, access_controller_id=door, event_type=kind,
                is_processed=number == 0, timestamp=(now() - timedelta(hours=hours)).isoformat(timespec='seconds'))
add('settings', 'Setting', key='support_email', value='it@host.example', type='string', is_public=True)
password = hashed(os.environ['ADMIN_PASSWORD'])
add('users', name='Admin', email='admin@host.example', password=password, roles=[administrator], companies=[])
add('users', name='Viewer', email='viewer@host.example', password=password, roles=[viewer], companies=[company])
server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[2])), Handler)
print(f'Listening at http://127.0.0.1:{sys.argv[2]}{base}')
server.serve_forever()
