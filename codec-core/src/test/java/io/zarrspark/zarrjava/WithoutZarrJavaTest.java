package io.zarrspark.zarrjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.ZarrArray;
import io.zarrspark.store.LocalStore;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The jar works where zarr-java is not on the class path, but for this package. */
class WithoutZarrJavaTest {

  private static URLClassLoader withoutZarrJava() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    URL[] urls =
        Arrays.stream(classPath.split(File.pathSeparator))
            .filter(entry -> !entry.contains("zarr-java") && !entry.contains("sedona"))
            .map(WithoutZarrJavaTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs in the other class loader. */
  public static final class Reading implements Callable<Object> {
    private final Path array;

    public Reading(Path array) {
      this.array = array;
    }

    @Override
    public Object call() throws IOException {
      return ZarrArray.open(new LocalStore(array), "").readAll().array();
    }
  }

  @Test
  void anArrayIsReadWithoutIt() throws Exception {
    Path array = StoresTest.stores().resolve("v3/some_chunks_missing/data.zarr");
    try (URLClassLoader loader = withoutZarrJava()) {
      Class<?> reading = loader.loadClass(Reading.class.getName());
      Object task = reading.getConstructor(Path.class).newInstance(array);
      assertThat(task).isNotInstanceOf(Reading.class);
      assertThat(((Callable<?>) task).call()).isEqualTo(new Reading(array).call());
    }
  }

  @Test
  void thereIsNoZarrJavaInThatClassPath() throws Exception {
    try (URLClassLoader loader = withoutZarrJava()) {
      assertThatThrownBy(() -> loader.loadClass("dev.zarr.zarrjava.v3.Array"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(() -> loader.loadClass("ucar.ma2.Array"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(
              () -> Class.forName(ZarrJavaCodecs.class.getName(), true, loader).getMethods())
          .isInstanceOf(NoClassDefFoundError.class);
    }
  }
}
