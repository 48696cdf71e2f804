"""What pyproject.toml cannot say: a wheel holds the translations compiled (.mo), which are not in git."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))

from scorekeeper.translations import LOCALE, compiled


class BuildWithTranslations(build_py):
    """Builds the packages, then compiles into the wheel what Django reads. An editable install compiles at start."""

    def run(self) -> None:
        """Build. Raises ValueError where a catalogue is malformed."""
        super().run()
        if not self.editable_mode:
            for source, target in self._catalogues():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(compiled(source.read_bytes()))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Name the compiled files too, so that an uninstall takes them away."""
        outputs = [str(target) for _, target in self._catalogues()]
        return [*super().get_outputs(include_bytecode), *outputs]

    def _catalogues(self) -> list[tuple[Path, Path]]:
        """Each catalogue, and where it is compiled to."""
        library = Path(self.build_lib) / "games" / "locale"
        return [
            (source, library / source.relative_to(LOCALE).with_suffix(".mo"))
            for source in sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))
        ]


setup(cmdclass={"build_py": BuildWithTranslations})
