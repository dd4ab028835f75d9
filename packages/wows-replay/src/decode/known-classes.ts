/**
 * Classes in the pickles of real replays, games 0.8.0 to 15.5. Any other class means a malicious file, or a game version
 * newer than this list.
 */
export const GAME_CLASSES: readonly string[] = [
  'CamouflageInfo.CamouflageInfo',
  'PlayerModeDef.PlayerMode',
  '_BWp.Array',
  'datetime.datetime',
  'collections.Counter',
  // Squadrons and shells, in the uncompressed arguments of every file.
  'GameParams.GPData',
  'GameParams.TypeInfo',
  'Math.Vector3',
];

/** The one class whose instances the game writes with OBJ, always without arguments. */
export const OBJ_CLASS = 'GameParams.TypeInfo';

/** Class names that a pickle may hold. */
export type AllowedClasses = ReadonlySet<string>;

const SHOWN_MAX_LENGTH = 80;

/** The game's classes, and classes that an operator added. */
export function allowedClasses(extra: readonly string[] = []): AllowedClasses {
  return new Set([...GAME_CLASSES, ...extra]);
}

/** Whether this looks like the name of a Python class rather than random bytes. Modules can also be paths. */
export function isPlausibleClass(name: string): boolean {
  return /^[\w./\\-]{2,}\.[\w./\\-]+$/.test(name);
}

/** A class name from an untrusted file, in plain characters and with limited length. */
export function printableClass(name: string): string {
  const printable = name.slice(0, SHOWN_MAX_LENGTH).replace(/[^\w.]/g, '?');
  return name.length > SHOWN_MAX_LENGTH ? `${printable}…` : printable;
}

/**
 * The modules that come with Python 2 and 3, but for names that begin with `_`. Of these,
 * replays have data alone, such as dates.
 */
const PYTHON_NAMES = `
BaseHTTPServer Bastion CGIHTTPServer Canvas ConfigParser Cookie DocXMLRPCServer HTMLParser MimeWriter
Queue ScrolledText SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tix Tkinter UserDict
UserList UserString abc aifc annotationlib antigravity anydbm argparse array ast asynchat asyncio
asyncore atexit audiodev audioop base64 bdb binascii bisect bsddb builtins bz2 cPickle cProfile
cStringIO calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys commands compileall
compiler concurrent configparser contextlib contextvars cookielib copy copy_reg copyreg crypt csv ctypes
curses dataclasses datetime dbhash dbm decimal difflib dircache dis distutils dl doctest dumbdbm
dummy_thread dummy_threading email encodings ensurepip enum errno exceptions faulthandler fcntl filecmp
fileinput fnmatch formatter fpformat fractions ftplib functools future_builtins gc gdbm genericpath
getopt getpass gettext glob gopherlib graphlib grp gzip hashlib heapq hmac hotshot html htmlentitydefs
htmllib http httplib idlelib ihooks imageop imaplib imghdr imp importlib imputil inspect io ipaddress
itertools json keyword lib2to3 linecache linuxaudiodev locale logging lzma macpath macurl2path mailbox
mailcap markupbase marshal math md5 mhlib mimetools mimetypes mimify mmap modulefinder msilib msvcrt
multifile multiprocessing mutex netrc new nis nntplib nt ntpath nturl2path numbers opcode operator
optparse os os2emxpath ossaudiodev parser pathlib pdb pickle pickletools pip pipes pkg_resources pkgutil
platform plistlib popen2 poplib posix posixfile posixpath pprint profile pstats pty pwd py_compile
pyclbr pydoc pydoc_data pyexpat queue quopri random re readline repr reprlib resource rexec rfc822
rgbimg rlcompleter robotparser runpy sched secrets select selectors sets setuptools sgmllib sha shelve
shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre sre_compile
sre_constants sre_parse ssl stat statistics statvfs string stringprep strop struct subprocess sunau
sunaudio symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap
this thread threading time timeit timing tkFileDialog tkMessageBox tkSimpleDialog tkinter toaiff token
tokenize tomllib trace traceback tracemalloc ttk tty turtle turtledemo types typing unicodedata unittest
urllib urllib2 urlparse user uu uuid venv warnings wave weakref webbrowser whichdb winreg winsound
wsgiref xdrlib xml xmllib xmlrpc xmlrpclib zipapp zipfile zipimport zlib zoneinfo
`;

const PYTHON_MODULES: ReadonlySet<string> = new Set(PYTHON_NAMES.trim().split(/\s+/));

/** Whether a class (`module.Class`) is of a module that comes with Python. Python 2 accepts paths as modules, too. */
export function isPythonClass(className: string): boolean {
  const [module = ''] = className.split(/[./\\]/, 1);
  return PYTHON_MODULES.has(module) || /^_[_a-z]/.test(module);
}
