// What Hikvision's access devices were seen to send: as JSON, XML and multipart.

/** A real device's message, with its tabs after the colons. */
export const punch = `{
	"ipAddress":	"192.168.1.11",
	"portNo":	4000,
	"protocol":	"HTTP",
	"macAddress":	"a4:d5:c2:24:dd:74",
	"channelID":	1,
	"dateTime":	"2025-10-22T13:43:48+08:00",
	"activePostCount":	1,
	"eventType":	"AccessControllerEvent",
	"eventState":	"active",
	"eventDescription":	"Access Controller Event",
	"AccessControllerEvent":	{
		"deviceName":	"Access Controller",
		"majorEventType":	5,
		"subEventType":	38,
		"cardNo":	"8811223344",
		"cardType":	1,
		"name":	"Hexadecima",
		"cardReaderKind":	1,
		"cardReaderNo":	1,
		"verifyNo":	165,
		"employeeNoString":	"001",
		"serialNo":	139,
		"userType":	"normal",
		"currentVerifyMode":	"cardOrFaceOrFp",
		"frontSerialNo":	138,
		"attendanceStatus":	"checkIn",
		"label":	"Check In",
		"statusValue":	0,
		"mask":	"unknown",
		"purePwdVerifyEnable":	true
	}
}`;

/** The event that the door locks again after a punch. */
export const doorEvent = punch
  .replace('"subEventType":	38', '"subEventType":	22')
  .replace(/\t\t"(?:employeeNoString|name|cardNo)":.*\n/g, '')
  .replace('"serialNo":	139', '"serialNo":	159')
  .replace('"frontSerialNo":	138', '"frontSerialNo":	158')
  .replace('"checkIn"', '"undefined"');

/** A punch with a card that the device knows without a person's number. */
export const cardPunch = punch
  .replace('subEventType":	38', 'subEventType":	1')
  .replace(/\t\t"(?:employeeNoString|name)":.*\n/g, '');

export const facePunch =
  '{"ipAddress":"10.203.216.162","dateTime":"2026-09-02T13:32:56+08:00","eventType":"AccessControllerEvent",' +
  '"eventDescription":"Access Controller Event","AccessControllerEvent":{"majorEventType":5,"subEventType":75,' +
  '"name":"test1","cardReaderNo":1,"doorNo":1,"employeeNoString":"2","currentVerifyMode":"faceOrFpOrCardOrPw"}}';

export const xmlPunch =
  '<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">' +
  '<ipAddress>192.168.1.10</ipAddress><portNo>80</portNo><protocol>HTTP</protocol>' +
  '<macAddress>aa:bb:cc:dd:ee:ff</macAddress><channelID>1</channelID><dateTime>2024-04-19T12:34:56+00:00</dateTime>' +
  '<activePostCount>1</activePostCount><eventType>AccessControllerEvent</eventType><eventState>active</eventState>' +
  '<eventDescription>Access Controller Event</eventDescription><AccessControllerEvent>' +
  '<deviceName>DS-K1T341</deviceName><majorEventType>5</majorEventType><subEventType>75</subEventType>' +
  '<employeeNoString>EMP001</employeeNoString><name>Ann &amp; Ben</name><cardNo>0099887766</cardNo>' +
  '<currentVerifyMode>face</currentVerifyMode><attendanceStatus>checkIn</attendanceStatus></AccessControllerEvent>' +
  '</EventNotificationAlert>';

/** The bytes of a picture, with anything that may be mistaken for a boundary. */
export const picture = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from('JFIF--MIME\r\n--MIME\r\n--MIME_boundaryX\r\n\r\n{"dateTime":"PICTUREBYTES"}\r\n x--MIME_boundary\r\n'),
  Buffer.from([0xff, 0xd9]),
]);

const multipartOf = (
  boundary: string,
  parts: readonly (readonly [headers: readonly string[], body: string | Buffer])[],
) =>
  Buffer.concat([
    ...parts.flatMap(([headers, body]) => [
      Buffer.from(`${[`--${boundary}`, ...headers].join('\r\n')}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const multipartType = 'multipart/form-data; boundary=MIME_boundary';

export const withPicture = (headers: readonly string[], alert: string | Buffer, bytes = picture) =>
  multipartOf('MIME_boundary', [
    [headers, alert],
    [
      [
        'Content-Disposition: form-data; name="Picture"; filename="Picture.jpg"',
        'Content-Type: image/jpeg',
        'Content-ID: pictureImage',
      ],
      bytes,
    ],
  ]);

export const jsonPart = [
  'Content-Disposition: form-data; name="AccessControllerEvent"',
  'Content-Type: application/json; charset="UTF-8"',
];
/** A part without a content type, as V3.3.5 sends. */
export const untypedPart = ['Content-Disposition: form-data; name="event_log"'];
export const xmlPart = [...untypedPart, 'Content-Type: application/xml'];
/** A part as the vendor's cameras name it. */
export const filePart = [
  'Content-Disposition: form-data; name="event.xml"; filename="event.xml"',
  'Content-Type: application/xml',
];
